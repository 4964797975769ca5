import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import type { FastifyInstance } from 'fastify'
import getPort from 'get-port'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../../src/app.ts'
import { openActsApp } from '../../src/staff/console/actsApp.ts'
import { readMachineFile } from '../../src/staff/console/machineFile.ts'
import { createOperatorApp } from '../../src/http/operatorApp.ts'
import { limits } from '../../src/platform/config/settings.ts'
import { people, startConsole, type TestConsole } from '../fixtures/staff/startConsole.ts'

/*
 * Who asks is decided before the body is read: each request here announces a body and sends none of it,
 * and its answer is there all the same.
 */

/** Requests of one address in a minute. */
const most = 100

let test: TestConsole
const listeners: FastifyInstance[] = []
const ports = { console: 0, players: 0, machine: 0, operators: 0 }

beforeAll(async () => {
  test = await startConsole({
    nodes: 1,
    settings: {
      LIMITS_BY_ADDRESS: `flood=${most}`,
      OPERATOR_PORT: `${await getPort()}`,
    },
  })
  const { services } = test.app
  const machine = await openActsApp(services)
  const operators = await createOperatorApp(services)
  const players = await createApp(services)
  await players.listen({ port: 0, host: '127.0.0.1' })
  await test.console.listen({ port: 0, host: '127.0.0.1' })
  for (const app of [players, machine, operators]) if (app !== null) listeners.push(app)
  ports.console = portOf(test.console)
  ports.players = portOf(players)
  ports.machine = portOf(machine)
  ports.operators = portOf(operators)
})
afterAll(async () => {
  for (const app of listeners) await app.close()
  await test.close()
})

function portOf(app: FastifyInstance | null): number {
  return (app?.server.address() as AddressInfo | undefined)?.port ?? 0
}

/** The status of the answer to a request of which only the head is sent. */
async function statusOf(...request: Parameters<typeof answerTo>): Promise<number> {
  return (await answerTo(...request)).status
}

/** The answer to a request of which only the head is sent, and whether it ends the connection. */
async function answerTo(
  listener: keyof typeof ports,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<{ readonly status: number; readonly isLast: boolean }> {
  const socket = connect(ports[listener], '127.0.0.1')
  await once(socket, 'connect')
  const lines = Object.entries({ 'content-type': 'application/json', ...headers })
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  socket.write(`POST ${path} HTTP/1.1\r\n${head}\r\n`)
  const [answer] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  const text = answer.toString('latin1')
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1])
  return { status, isLast: /^connection: close\r$/im.test(text) }
}

const small = { 'content-length': '1000' }
const large = { 'content-length': '10000000' }
const own = { host: 'console.test', 'x-gatehouse-console': '1', 'sec-fetch-site': 'same-origin' }
const apiKey = { host: 'localhost:4000', 'x-api-key': 'sample-local-key' }

describe('a body that nobody may send is not waited for (P-4)', () => {
  it.each([
    ['console', '/api/v1/players/find', { host: 'console.test' }, 403],
    ['console', '/api/v1/players/find', own, 401],
    ['console', '/api/v1/players/find', { ...own, cookie: `gh_staff=${'x'.repeat(43)}` }, 401],
    ['console', '/api/v1/players/find', { host: 'console.test', authorization: 'Bearer x' }, 401],
    ['console', '/api/v1/drafts/save', own, 401],
    ['console', '/mcp', { host: 'console.test', authorization: 'Bearer x' }, 401],
    ['console', '/mcp', own, 401],
    ['console', '/downloads/abc', own, 401],
    ['console', '/sign-out', own, 401],
    ['console', '/api/v1/me/sessions/end', own, 401],
    ['console', '/api/v1/nothing', { host: 'console.test' }, 404],
    ['console', '/anything', { host: 'console.test' }, 404],
    ['console', '/api/v1/players/find', { host: 'other.test' }, 421],
    ['machine', '/api/v1/players/find', { host: 'console.test' }, 421],
    ['machine', '/api/v1/players/find', {}, 401],
    ['machine', '/api/v1/nothing', {}, 401],
    ['players', '/api/log/log-in', { host: 'localhost:4000' }, 401],
    ['players', '/api/profile/user/1/avatar/upload', apiKey, 401],
    ['players', '/api/nothing', { host: 'localhost:4000' }, 404],
    ['players', '/nothing', { host: 'localhost:4000' }, 405],
    ['players', '/api/log/log-in', { host: 'other.test' }, 421],
  ] as const)('%s %s %j', async (listener, path, headers, expected) => {
    const host = { host: `127.0.0.1:${ports[listener]}` }
    expect(await statusOf(listener, path, { ...host, ...headers, ...small })).toBe(expected)
  })

  it.each([
    ['console', '/backchannel-logout', { host: 'console.test' }],
    ['players', '/api/log/log-in', apiKey],
    ['players', '/api/nothing', { host: 'localhost:4000' }],
    ['operators', '/nothing', {}],
  ] as const)('%s %s has a limit of its own', async (listener, path, headers) => {
    const host = { host: `127.0.0.1:${ports[listener]}` }
    const status = await statusOf(listener, path, { ...host, ...headers, ...large })
    expect([404, 413, 415]).toContain(status)
  })

  it.each([
    ['console', '/api/v1/players/find', own],
    ['console', '/anything', { host: 'console.test' }],
    ['machine', '/api/v1/players/find', {}],
    ['players', '/api/log/log-in', { host: 'localhost:4000' }],
    ['players', '/api/nothing', { host: 'localhost:4000' }],
    ['operators', '/nothing', {}],
  ] as const)('%s %s ends the connection of one that is too large', async (listener, path, own) => {
    const headers = { host: `127.0.0.1:${ports[listener]}`, ...own }
    const answers = [small, large, { 'transfer-encoding': 'chunked' }].map((length) =>
      answerTo(listener, path, { ...headers, ...length }),
    )
    const [fits, tooLarge, unknown] = await Promise.all(answers)
    expect([fits?.isLast, tooLarge?.isLast, unknown?.isLast]).toEqual([false, true, true])
  })

  it('an order to the machine is as long as its act takes', async () => {
    const file = await readMachineFile(test.app.services.settings)
    const headers = {
      host: `127.0.0.1:${ports.machine}`,
      authorization: `Bearer ${file?.token}`,
      ...large,
    }
    expect(await statusOf('machine', '/api/v1/players/find', headers)).toBe(413)
  })
})

function visit(url: string, headers: Readonly<Record<string, string>> = {}) {
  return test.console.inject({ url, headers: { host: 'console.test', ...headers } })
}

describe('a flood at the console', () => {
  it('of strangers is counted and refused, and keeps nobody out who has signed in (P-4)', async () => {
    const ada = await test.signedIn(people.ada)
    const before = await visit('/sign-in/page.css')
    expect(before.statusCode).toBe(200)
    for (let sent = 0; sent < most; sent += 1) await visit('/sign-in/page.css')
    const refused = await visit('/sign-in/page.css')
    expect([refused.statusCode, refused.json<{ error: string }>().error]).toEqual([429, 'TOO_MANY'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await ada.order('health show', {})).status).toBe(200)
    test.app.clock.advance(limits.flood.seconds)
    expect((await visit('/sign-in/page.css')).statusCode).toBe(200)
  })

  it('by pictures of a foreign page is refused and not counted: its visitor can sign in', async () => {
    const picture = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' }
    for (let sent = 0; sent <= most; sent += 1) {
      expect((await visit('/sign-in/callback?x=1', picture)).statusCode).toBe(403)
    }
    await test.signedIn(people.ada)
  })

  it('of guessed secrets is refused before one is looked up', async () => {
    const guess = { ...own, cookie: `gh_staff=${'y'.repeat(43)}` }
    for (let sent = 0; sent < most; sent += 1) await visit('/api/v1/me', guess)
    expect((await visit('/api/v1/me', guess)).statusCode).toBe(429)
  })
})
