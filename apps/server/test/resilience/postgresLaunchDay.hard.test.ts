import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AnswerOf } from '@gatehouse/contract/acts/everyAct'
import { freePort } from '../../../../scripts/freePort.mjs'
import local from '../../../../deploy/samples/local.json' with { type: 'json' }
import { deploymentOf } from '../../src/deployments/deployments.ts'
import { overHttp } from '../fixtures/overHttp.ts'
import { OwnPostgres } from '../fixtures/processes/ownPostgres.ts'
import { type ServerProcess, startServer } from '../fixtures/processes/startServer.ts'
import {
  staffClient,
  type StaffProvider,
  startStaffProvider,
} from '../fixtures/staff/staffProvider.ts'
import { logInForm, TestVisitor } from '../fixtures/testVisitor.ts'

/* A stampede of sign-ins on two servers, whose database restarts in the middle. */

const password = 'Welcome2Gatehouse'

interface Node extends Pick<ServerProcess, 'child' | 'port' | 'output'> {
  readonly operators: number
  readonly console: string
}

let folder: string
let postgres: OwnPostgres
let provider: StaffProvider
const nodes: Node[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-launch-'))
  postgres = await OwnPostgres.open()
  provider = await startStaffProvider(() => new Date())
  const staffFile = join(folder, 'staff.json')
  const services = { 'launch-bot': [{ role: 'operator', deployments: ['*'] }] }
  await writeFile(staffFile, JSON.stringify({ groups: {}, services }))
  for (const name of ['one', 'two']) {
    const [operators, port] = [await freePort(), await freePort()]
    const console = `http://127.0.0.1:${port}`
    const server = await startServer({
      NODE_NAME: name,
      DATABASE_URL: postgres.url,
      DATA_DIR: folder,
      PORTAL_DIST: join(folder, 'none'),
      SEED: 'on',
      OPERATOR_PORT: String(operators),
      CONSOLE_PORT: String(port),
      CONSOLE_URL: console,
      CONSOLE_DIST: join(folder, 'none'),
      STAFF_ISSUER: provider.issuer,
      STAFF_CLIENT_SECRET: staffClient.secret,
      STAFF_FILE: staffFile,
    })
    if ((await server.ready) !== null) throw new Error(server.output())
    nodes.push({ ...server, operators, console })
  }
})
afterAll(async () => {
  for (const { child } of nodes) {
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }
  await provider.close()
  await postgres.close()
  await rm(folder, { recursive: true })
})

/** Sign-ins since the start of a server, as Prometheus reads them. */
async function signInsOf({ operators }: Node): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${operators}/metrics`)).text()
  const line = /^gatehouse_requests_total\{call="logIn",deployment="local",status="200"\} (\d+)/m
  return Number(line.exec(metrics)?.[1] ?? 0)
}

const signIns = async () => {
  const each = await Promise.all(nodes.map(signInsOf))
  return each.reduce((sum, count) => sum + count, 0)
}

/** Orders `launch samples` as the console's API has it. */
async function launch(since: Date, { console, output }: Node) {
  const answer = await fetch(`${console}/api/v1/launch/samples`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await provider.serviceToken(console)}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ order: { deployment: 'local', since: since.toISOString() } }),
  })
  const body = (await answer.json()) as {
    readonly data: AnswerOf<'launch samples'>
    readonly error?: string
  }
  if (answer.status !== 200 && answer.status !== 503) throw new Error(output())
  return { status: answer.status, ...body }
}

/** Visitors who sign in one after the other until the end; it resolves with the good ones. */
async function stampede(visitors: number, over: AbortSignal): Promise<number> {
  let good = 0
  const body = { body: logInForm({ UsernameOrEmail: 'PlayerOne', Password: password }) }
  const one = async (at: number) => {
    const { port } = nodes[at % nodes.length] ?? { port: 0 }
    const deployment = deploymentOf('local', local, { PORT: String(port) })
    while (!over.aborted) {
      const visitor = new TestVisitor(overHttp(port), deployment, '')
      await visitor.call('logIn', body).then(
        () => (good += 1),
        () => pause(100),
      )
    }
  }
  await Promise.all(Array.from({ length: visitors }, (_, at) => one(at)))
  return good
}

it('shows the sign-ins of two servers as their metrics count them, says so while the database is away, and goes on after it (AT-CON2-55)', async () => {
  const [one] = nodes
  if (one === undefined) throw new Error('No server runs.')
  const began = new Date()
  const before = await signIns()
  const over = new AbortController()
  const running = stampede(16, over.signal)
  await pause(20_000)
  await postgres.stop('immediate')
  await expect.poll(() => launch(began, one)).toMatchObject({ status: 503, error: 'UNAVAILABLE' })
  await pause(8000)
  await postgres.start()
  await expect.poll(async () => (await launch(began, one)).status).toBe(200)
  await pause(20_000)
  over.abort()
  const good = await running
  const counted = (await signIns()) - before
  // The next samples have the last calls; those of another server would miss a part.
  const quiet = new Date()
  const samplesOf = async () => (await launch(began, one)).data.samples
  const isWritten = async () => {
    const late = (await samplesOf()).filter(({ at }) => new Date(at) > quiet)
    return new Set(late.map(({ node }) => node)).size
  }
  await expect.poll(isWritten).toBe(nodes.length)
  const samples = await samplesOf()
  const shown = samples.reduce((sum, each) => sum + each.signIns, 0)
  expect(good).toBeGreaterThan(100)
  expect(Math.abs(shown - counted) / counted).toBeLessThan(0.1)
  expect(Math.abs(shown - good) / good).toBeLessThan(0.1)
  // The sample behind the gap has the seconds of the gap.
  expect(Math.max(...samples.map(({ seconds }) => seconds))).toBeGreaterThan(8)
  expect(new Set(samples.map(({ node }) => node))).toEqual(new Set(['one', 'two']))
})
