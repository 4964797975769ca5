import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '../../../../scripts/freePort.mjs'
import { deploymentOf } from '../../src/deployments/deployments.ts'
import { copyOfTemplate } from '../fixtures/freshDatabase.ts'
import {
  type DeployedProxy,
  proxyNames,
  startDeployedProxy,
} from '../fixtures/processes/deployedProxy.ts'
import { overHttp } from '../fixtures/overHttp.ts'
import { type ServerProcess, startServer } from '../fixtures/processes/startServer.ts'
import { logInForm, TestVisitor } from '../fixtures/testVisitor.ts'
import local from '../../../../deploy/samples/local.json' with { type: 'json' }

/* Two real servers behind Debian's proxies, with the files of `deploy/`. */

const rounds = 3
/** Milliseconds between two requests through one proxy. */
const pace = 100
/** The host that visitors name, whichever proxy takes them. */
const file = { ...local, AccountUrl: 'http://localhost:4000' }
let folder: string
let environment: Readonly<Record<string, string>>
let drop: () => Promise<void>
let ports: readonly [number, number]
const servers = new Map<number, ServerProcess>()
const proxies: DeployedProxy[] = []

async function startAt(port: number, own = {}): Promise<void> {
  const server = await startServer({ ...environment, ...own, PORT: String(port) })
  servers.set(port, server)
  if ((await server.ready) !== null) throw new Error(server.output())
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-rolling-'))
  const deployments = join(folder, 'deployments')
  await mkdir(deployments)
  await writeFile(join(deployments, 'local.json'), JSON.stringify(file))
  const database = await copyOfTemplate()
  drop = database.drop
  environment = {
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    PORTAL_DIST: join(folder, 'none'),
    SEED: 'on',
    TRUSTED_PROXIES: '127.0.0.1',
    // The default of a server on PostgreSQL.
    DRAIN_SECONDS: '',
    DEPLOYMENTS_DIR: deployments,
  }
  ports = [await freePort(), await freePort()]
  for (const port of ports) await startAt(port)
  for (const name of proxyNames) proxies.push(await startDeployedProxy(name, folder, ports))
})
afterAll(async () => {
  for (const { child } of servers.values()) child.kill('SIGKILL')
  for (const proxy of proxies) await proxy.close()
  await drop()
  await rm(folder, { recursive: true })
})

/** Asks through a proxy until the signal aborts: reads and log-ins in turn. Answers what failed, and when. */
async function ask({ name, port }: DeployedProxy, signal: AbortSignal) {
  const failures: string[] = []
  let count = 0
  const began = performance.now()
  const asked: Promise<void>[] = []
  const askOnce = async (turn: number) => {
    const visitor = new TestVisitor(overHttp(port), deploymentOf('local', file, {}), '')
    const body = logInForm({ UsernameOrEmail: 'PlayerOne', Password: 'Welcome2Gatehouse' })
    const at = Math.round(performance.now() - began)
    const act = turn % 2 === 0 ? 'listAllowedRedirectDomains' : 'logIn'
    await (act === 'logIn' ? visitor.call(act, { body }) : visitor.call(act, {})).catch(
      (error: unknown) => {
        failures.push(
          `${name}, ${act} after ${at} ms: ${visitor.last?.statusCode} ${String(error)}`,
        )
      },
    )
  }
  while (!signal.aborted) {
    asked.push(askOnce(count))
    count += 1
    await pause(pace)
  }
  await Promise.all(asked)
  return { name, count, failures }
}

it('two servers that restart one after the other, three times, fail no request behind Caddy, nginx and HAProxy (T68)', async () => {
  // Proxies that ask for readiness have asked once.
  await pause(2000)
  const end = new AbortController()
  const asking = proxies.map((proxy) => ask(proxy, end.signal))
  for (let round = 0; round < rounds; round += 1) {
    for (const port of ports) {
      const { child } = servers.get(port) as ServerProcess
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      expect((await exited)[0]).toBe(0)
      await startAt(port)
    }
  }
  end.abort()
  const results = await Promise.all(asking)
  expect(results.flatMap(({ failures }) => failures)).toEqual([])
  expect(results.map(({ name }) => name)).toEqual(['caddy', 'nginx', 'haproxy'])
  for (const { count } of results) expect(count).toBeGreaterThan(300)
})

it('two servers that are both not ready, but serve, fail no request behind Caddy, nginx and HAProxy', async () => {
  for (const port of ports) {
    const { child } = servers.get(port) as ServerProcess
    child.kill('SIGKILL')
    await startAt(port, { DRAIN_SECONDS: '300' })
  }
  // Proxies that ask for readiness have found both ready, then neither.
  await pause(3000)
  for (const { child } of servers.values()) child.kill('SIGTERM')
  await pause(6000)
  const asking = proxies.map((proxy) => ask(proxy, AbortSignal.timeout(2000)))
  const results = await Promise.all(asking)
  expect(results.flatMap(({ failures }) => failures)).toEqual([])
})
