import { execFileSync } from 'node:child_process'
import { appendFile, chown, mkdtemp, rm, stat, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openPostgres } from '../../src/database/pool/openDatabase.ts'
import { limits } from '../../src/platform/config/settings.ts'
import { deploymentOf } from '../../src/deployments/deployments.ts'
import { overHttp } from '../fixtures/overHttp.ts'
import { OwnPostgres } from '../fixtures/processes/ownPostgres.ts'
import { registerForm } from '../fixtures/samples/samplePlayers.ts'
import { type ServerProcess, startServer } from '../fixtures/processes/startServer.ts'
import { logInForm, TestVisitor } from '../fixtures/testVisitor.ts'
import local from '../../../../deploy/samples/local.json' with { type: 'json' }

/* One real server, and its PostgreSQL in every state that a database can be in. */

const password = 'Welcome2Gatehouse'
const unavailable = { status: 503, items: ['ERROR_UNAVAILABLE@'] }
let postgres: OwnPostgres
let server: ServerProcess
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-postgres-'))
  postgres = await OwnPostgres.open()
  const settings = {
    DATABASE_URL: postgres.url,
    DATA_DIR: folder,
    SEED: 'on',
    LIMITS: 'on',
    // As many as a full disk takes.
    LIMITS_BY_ADDRESS: 'registrations=1000,flood=100000',
  }
  server = await startServer(settings)
  if ((await server.ready) !== null) throw new Error(server.output())
})
afterAll(async () => {
  server.child.kill('SIGKILL')
  await postgres.close()
  await rm(folder, { recursive: true })
})

function visitor(): TestVisitor {
  const environment = { PORT: String(server.port) }
  const deployment = deploymentOf('local', local, environment)
  return new TestVisitor(overHttp(server.port), deployment, '')
}

const form = (name: string, Password = password) => ({
  body: logInForm({ UsernameOrEmail: name, Password }),
})

/**
 * Tries until the act succeeds, for at most 20 seconds; returns the milliseconds that this took.
 */
async function untilGood(act: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  for (;;) {
    const isGood = await act().then(
      () => true,
      () => false,
    )
    const lasted = performance.now() - began
    if (isGood || lasted > 20_000) return lasted
    await pause(100)
  }
}

const readiness = async () => {
  const answer = await visitor().send({ method: 'GET', url: '/readyz' })
  return [answer.statusCode, answer.json<{ status: string }>().status]
}
const refusing = async () => {
  const { body } = await visitor().send({ method: 'GET', url: '/metrics' })
  return [...body.matchAll(/refuses_writes\{reason="(.*)"\} 1/g)].map(([, reason]) => reason)
}

describe('a server on PostgreSQL', () => {
  beforeEach(async () => {
    await postgres.query('delete from attempts')
  })

  it('answers a log-in with 503 within three seconds of a database crash and loses no counter (T01)', async () => {
    const guess = async () => (await visitor().refused('logIn', form('PlayerOne', 'wrong'))).items
    for (let guesses = 1; guesses < limits.wrongPasswords.max; guesses += 1) {
      expect(await guess()).toEqual(['ERROR_USERNAME_PASSWORD_INCORRECT@'])
    }
    await postgres.stop('immediate')
    const began = performance.now()
    expect(await visitor().refused('logIn', form('PlayerOne'))).toEqual(unavailable)
    expect(performance.now() - began).toBeLessThan(3000)
    await postgres.start()
    expect(await untilGood(() => visitor().call('listAllowedRedirectDomains', {}))).toBeLessThan(
      5000,
    )
    expect(await guess()).toEqual(['ERROR_USERNAME_PASSWORD_INCORRECT@'])
    expect(await guess()).toEqual(['ERROR_TOO_MANY_ATTEMPTS@'])
  })

  it('answers log-ins with 200 or 503 during a database restart and recovers within five seconds (T02)', async () => {
    const statuses: number[] = []
    const restarted = new AbortController()
    // More at once would be guesses of unknown visitors.
    const running = Array.from({ length: 5 }, async () => {
      while (!restarted.signal.aborted) {
        const alike = visitor()
        await alike.call('logIn', form('PlayerTwo')).catch(() => {})
        statuses.push(alike.last?.statusCode ?? 0)
      }
    })
    await expect.poll(() => statuses.length).toBeGreaterThan(5)
    await postgres.stop('fast')
    await postgres.start()
    restarted.abort()
    await Promise.all(running)
    expect(server.child.exitCode).toBeNull()
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([])
    expect(statuses).toEqual(expect.arrayContaining([200, 503]))
    expect(await untilGood(() => visitor().call('logIn', form('PlayerTwo')))).toBeLessThan(5000)
    expect(server.output()).not.toContain('"msg":"request internal error"')
  })

  it('loses no acknowledged registration when the database loses power (T11)', async () => {
    const database = openPostgres(postgres.url, 1)
    const settings = ['fsync', 'synchronous_commit', 'full_page_writes']
    const { rows } = await sql<{ name: string; setting: string }>`
      select name, setting from pg_settings where name = any(${settings})`.execute(database.kysely)
    await database.close()
    expect(rows.map(({ name, setting }) => `${name} ${setting}`).toSorted()).toEqual(
      settings.map((name) => `${name} on`).toSorted(),
    )
    // Without synchronous commits, a row reaches the disk a moment after its acknowledgement and
    // would be lost here.
    for (const Username of ['PowerA', 'PowerB', 'PowerC']) {
      await untilGood(() => visitor().call('listAllowedRedirectDomains', {}))
      await visitor().call('registerNewUser', { body: registerForm({ Username }) })
      await postgres.stop('immediate')
      await postgres.start()
      const kept = await postgres.query('select from players where username = $1', [Username])
      expect(kept).toHaveLength(1)
    }
    await untilGood(() => visitor().call('listAllowedRedirectDomains', {}))
  })

  it('serves reads and answers writes with 503 on a read-only database, until a writable one takes over (T07)', async () => {
    const player = visitor()
    const { Id_User: userId } = await player.logIn('Rival', password)
    await postgres.query('alter system set default_transaction_read_only = on')
    await postgres.query('select pg_reload_conf()')
    // As in a failover: the old connections end with their server.
    await postgres.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and usename is not null',
    )
    const read = () => player.call('readProfile', { path: { userId }, query: {} })
    expect(await untilGood(read)).toBeLessThan(5000)
    await player.readToken()
    expect(await visitor().refused('logIn', form('Rival'))).toEqual(unavailable)
    const body = registerForm({ Username: 'ReadOnly' })
    expect(await visitor().refused('registerNewUser', { body })).toEqual(unavailable)
    expect(await readiness()).toEqual([200, 'database takes no writes: read-only'])
    expect(await refusing()).toEqual(['read-only'])
    await allowWriting()
    await expect.poll(readiness).toEqual([200, 'ok'])
    expect(await refusing()).toEqual([])
    expect(await untilGood(() => visitor().call('registerNewUser', { body }))).toBeLessThan(5000)
    expect(server.output()).not.toContain('"msg":"request internal error"')
  })

  it('answers a registration on a full disk with 503 and a log line, without half a row, until there is room (T06)', async () => {
    const disk = await mkdtemp(join(tmpdir(), 'gatehouse-full-'))
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'gatehouse-full', disk])
    try {
      const owner = await stat(postgres.folder)
      await chown(disk, owner.uid, owner.gid)
      await postgres.query(`create tablespace small location '${disk}'`)
      await postgres.query('alter table players set tablespace small')
      const ballast = join(disk, 'ballast')
      await fill(ballast)
      const before = await postgres.query('select count(*)::int from players')
      const refusedBy = async (from: number): Promise<string> => {
        const body = registerForm({ Username: `Full${from}` })
        const alike = visitor()
        const isMade = await alike.call('registerNewUser', { body }).then(
          () => true,
          () => false,
        )
        // The last page of every table has a little room.
        if (isMade && from < 400) return refusedBy(from + 1)
        expect(alike.last?.statusCode).toBe(503)
        return `Full${from}`
      }
      await postgres.query(`delete from attempts`)
      const name = await refusedBy(0)
      const made = Number(name.slice(4))
      const after = await postgres.query('select count(*)::int from players')
      expect(Number(after[0]?.['count'])).toBe(Number(before[0]?.['count']) + made)
      const orphans = await postgres.query(
        'select from consents c where not exists (select from players p where p.id = c.player_id)',
      )
      expect(orphans).toEqual([])
      expect(server.output()).toMatch(/"code":"53100"[^\n]*"msg":"request unavailable"/)
      expect(await readiness()).toEqual([200, 'database takes no writes: disk full'])
      expect(await refusing()).toEqual(['disk full'])
      await expect.poll(server.output).toMatch(/writes_refused.*disk full/)
      await truncate(ballast, 0)
      const body = registerForm({ Username: name })
      expect(await untilGood(() => visitor().call('registerNewUser', { body }))).toBeLessThan(5000)
      await expect.poll(readiness).toEqual([200, 'ok'])
    } finally {
      await postgres.query('alter table players set tablespace pg_default')
      await postgres.query('drop tablespace small')
      execFileSync('umount', [disk])
      await rm(disk, { recursive: true })
    }
  })
})

/**
 * The server setting makes every transaction read-only: a change needs a connection that overrides
 * it.
 */
async function allowWriting(): Promise<void> {
  const url = new URL(postgres.url)
  url.searchParams.set('options', '-c default_transaction_read_only=off')
  const client = new Client(url.href)
  await client.connect()
  await client.query('alter system reset default_transaction_read_only')
  await client.query('select pg_reload_conf()')
  await client.end()
}

/** Fills a disk to its last byte. */
async function fill(file: string): Promise<void> {
  for (const size of [1 << 20, 1 << 12]) {
    try {
      for (;;) await appendFile(file, Buffer.alloc(size))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    }
  }
}
