import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { freePort } from '../../../../scripts/freePort.mjs'
import { openEmbedded, openPostgres } from '../../src/database/pool/openDatabase.ts'
import { ServerEnvironment } from '../fixtures/processes/serverEnvironment.ts'
import type { ServerProcess } from '../fixtures/processes/startServer.ts'
import { logInForm, type TestVisitor } from '../fixtures/testVisitor.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
/** As expensive as in production. */
const realHashes = { ARGON2_MEMORY_KIB: '12288', ARGON2_PASSES: '3', SEED: 'on' }
const password = 'Welcome2Gatehouse'
const logIn = { body: logInForm({ UsernameOrEmail: 'PlayerOne', Password: password }) }

let bench: ServerEnvironment

beforeEach(async () => {
  bench = await ServerEnvironment.open()
})
afterEach(() => bench.close())

async function started(given = {}, preload?: string): Promise<ServerProcess> {
  const server = await bench.start(given, preload)
  if ((await server.ready) !== null) throw new Error(server.output())
  return server
}

/** The status of a log-in; 0 for a connection that was refused or cut. */
async function tryLogIn(visitor: TestVisitor): Promise<number> {
  await visitor.call('logIn', logIn).catch(() => undefined)
  return visitor.last?.statusCode ?? 0
}

/** The number of hashes that run or wait. */
async function hashesAsked(operator: TestVisitor): Promise<number> {
  const { body } = await operator.send({ method: 'GET', url: '/metrics' })
  const counts = body.matchAll(/^gatehouse_hashes_(?:running|waiting) (\d+)/gm)
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0)
}

describe('the server process', () => {
  it('finishes fifty requests after SIGTERM and accepts no more (T51)', async () => {
    const server = await started(realHashes)
    const visitors = await Promise.all(Array.from({ length: 50 }, () => bench.visitor(server)))
    const operator = await bench.visitor(server)
    let answered = 0
    const running = visitors.map(async (visitor) => {
      const status = await tryLogIn(visitor)
      answered += 1
      return status
    })
    // All of them are inside: the closing listener refuses a request that still waits outside.
    while (answered + (await hashesAsked(operator)) < running.length) await pause(5)
    const exited = once(server.child, 'exit')
    server.child.kill('SIGTERM')
    // The listener closes; a connection that is already open would get 503.
    let late = 200
    while (late === 200) late = await tryLogIn(await bench.visitor(server))
    expect([0, 503]).toContain(late)
    expect(server.child.exitCode).toBeNull()
    expect((await exited)[0]).toBe(0)
    const statuses = await Promise.all(running)
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([])
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(4)
  })

  it('survives an unhandled rejection and logs it (T52)', async () => {
    const server = await started({ SEED: 'on' }, 'processes/strayRejection.ts')
    const visitor = await bench.visitor(server)
    const { Id_User: userId } = await visitor.logIn('PlayerOne', password)
    await visitor.call('listConnections', {})
    await visitor.call('readProfile', { path: { userId }, query: {} })
    expect(server.child.exitCode).toBeNull()
    expect(server.output()).toMatch(
      /a promise without a listener[^\n]*"msg":"process unhandled rejection"/,
    )
  })

  it('refuses log-ins with 503 under twice its capacity and keeps sessions readable (T53)', async () => {
    const server = await started({ ...realHashes, HASHES_WAITING: '40' })
    const reader = await bench.visitor(server)
    await reader.logIn('PlayerOne', password)
    const until = performance.now() + 8000
    /** The log-ins that succeeded between two reads. */
    const between: number[] = []
    const statuses = new Map<number, number>()
    const guests = Array.from({ length: 200 }, async () => {
      const visitor = await bench.visitor(server)
      while (performance.now() < until) {
        const status = await tryLogIn(visitor)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        if (status === 503) await pause(1000)
      }
    })
    const reading = (async () => {
      while (performance.now() < until) {
        const before = statuses.get(200) ?? 0
        await reader.readToken()
        between.push((statuses.get(200) ?? 0) - before)
        await pause(50)
      }
    })()
    await Promise.all([...guests, reading])
    expect([...statuses.keys()].toSorted((one, other) => one - other)).toEqual([200, 503])
    expect(Math.max(...between)).toBeLessThan((statuses.get(200) ?? 0) / 2)
    expect(await tryLogIn(await bench.visitor(server))).toBe(200)
    expect(server.output()).not.toContain('"msg":"request internal error"')
  })

  it('serves on when its log has no room and counts the dropped lines (T55)', async () => {
    const port = await freePort()
    const child = spawn(process.execPath, ['apps/server/samples/main.ts'], {
      cwd: root,
      stdio: ['ignore', openSync('/dev/full', 'w'), 'inherit'],
      env: {
        ...bench.environment,
        PATH: process.env['PATH'] ?? '',
        PORT: String(port),
        ARGON2_MEMORY_KIB: '8',
        ARGON2_PASSES: '1',
      },
    })
    try {
      const server = { port } as ServerProcess
      const visitor = await bench.visitor(server)
      const isUp = () =>
        visitor.send({ method: 'GET', url: '/readyz' }).then(
          ({ statusCode }) => statusCode === 200,
          () => false,
        )
      await expect.poll(isUp).toBe(true)
      expect(await tryLogIn(visitor)).toBe(200)
      const { body } = await visitor.send({ method: 'GET', url: '/metrics' })
      expect(Number(/^gatehouse_log_lines_dropped (\d+)/m.exec(body)?.[1])).toBeGreaterThan(1)
    } finally {
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    }
  })

  it('refuses to start without its key or on a newer database, and says why (T56)', async () => {
    // A key of its owner's alone, so that reading it is what fails.
    await mkdir(join(bench.folder, 'server.key'), { mode: 0o700 })
    const keyless = await bench.start()
    expect(await keyless.ready).toBe(1)
    expect(keyless.output()).toContain('DATA_DIR: the key cannot be read.')

    const key = { SESSION_KEY: Buffer.alloc(32, 'key').toString('base64') }
    const first = await started(key)
    const exited = once(first.child, 'exit')
    first.child.kill('SIGTERM')
    await exited
    const { DATABASE_URL: url } = bench.environment
    const database = url === undefined ? await openEmbedded(bench.folder) : openPostgres(url, 1)
    await sql`insert into migrations (name, needs) values ('9999-later', '9998-none')`.execute(
      database.kysely,
    )
    await database.close()
    const older = await bench.start(key)
    expect(await older.ready).toBe(1)
    expect(older.output()).toMatch(/Gatehouse cannot start\.\nThis database is newer[^]*9999-later/)
  })
})
