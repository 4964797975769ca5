import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { CallError } from '@gatehouse/client/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Deployment, deploymentOf } from '../../src/tenants/deployments.ts'
import { overHttp } from '../fixtures/overHttp.ts'
import { OwnPostgres } from '../fixtures/processes/ownPostgres.ts'
import { roundRobinProxy, type RoundRobinProxy } from '../fixtures/processes/roundRobinProxy.ts'
import { wordsOf } from '../fixtures/processes/runGatehouse.ts'
import { type ServerProcess, startServer } from '../fixtures/processes/startServer.ts'
import { unpackVersion } from '../fixtures/processes/versionBefore.ts'
import { registerForm } from '../fixtures/samples/samplePlayers.ts'
import { TestVisitor } from '../fixtures/testVisitor.ts'

/*
 * The keys of players begin to lead with the player while a million of them are there and served: by
 * the version before, by both, by this one, and by this one after the contract.
 */

/** The last commit whose server knows no look-ups. */
const versionBefore = '613e92fe42dd07a0cc66ae621d0947595b28104b'
const players = 1_000_000
/** Players who have every kind of row. */
const rich = 300_000
/** Milliseconds between two acts of the load. */
const pace = 50
const kept = 30
const password = 'Welcome2Gatehouse'
const root = fileURLToPath(new URL('../../../', import.meta.url))

let folder: string
let postgres: OwnPostgres
let proxy: RoundRobinProxy
let deployment: Deployment
let settings: Readonly<Record<string, string>>
let before: ServerProcess
let first: ServerProcess
let second: ServerProcess
const servers: ServerProcess[] = []
/** Sessions that the version before opened, and that nobody touches until the end. */
const untouched: TestVisitor[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-player-keys-'))
  const checkout = join(folder, 'before')
  await mkdir(checkout)
  await unpackVersion(versionBefore, checkout)
  postgres = await OwnPostgres.open()
  proxy = await roundRobinProxy()
  // Both versions know the older one's file.
  const older = await readFile(join(checkout, 'deployments/local.json'), 'utf8')
  const file: unknown = { ...JSON.parse(older), AccountUrl: `http://localhost:${proxy.port}` }
  deployment = deploymentOf('local', file, {})
  const deployments = join(folder, 'deployments')
  await mkdir(deployments)
  await writeFile(join(deployments, 'local.json'), JSON.stringify(file))
  settings = {
    DATABASE_URL: postgres.url,
    DATA_DIR: folder,
    DEPLOYMENTS_DIR: deployments,
    PORTAL_DIST: join(folder, 'none'),
    SEED: 'on',
  }
  before = await start(checkout)
  await timed(`${players} players are there`, fill)
}, 900_000)
afterAll(async () => {
  await Promise.all(servers.map((server) => ended(server, 'SIGKILL')))
  await proxy.close()
  await postgres.close()
  await rm(folder, { recursive: true })
})

async function start(checkout?: string): Promise<ServerProcess> {
  const server = await startServer(settings, undefined, checkout)
  servers.push(server)
  expect([await server.ready, server.output()]).toEqual([null, expect.any(String)])
  proxy.servers.push(server.port)
  return server
}

async function ended({ child }: ServerProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if ((child.exitCode ?? child.signalCode) !== null) return
  const exited = once(child, 'exit')
  child.kill(signal)
  await exited
}

/** No new request goes to it; those under way are answered. */
async function takeOut(server: ServerProcess): Promise<void> {
  proxy.servers.splice(proxy.servers.indexOf(server.port), 1)
  await ended(server, 'SIGTERM')
  expect(server.child.exitCode).toBe(0)
}

const say = (line: string) => process.stdout.write(`${line}\n`)
const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`
const hash = (salt: string) => `sha256(('${salt}' || p.id)::bytea)`

async function timed<T>(what: string, act: () => Promise<T>): Promise<T> {
  const began = performance.now()
  const result = await act()
  say(`${what}: ${seconds(performance.now() - began)}`)
  return result
}

/** Rows that the version before would have written in years. */
async function fill(): Promise<void> {
  const some = `from players p where p.username like 'Seeded%' and p.id % ${players} < ${rich}`
  for (const rows of [
    `players (deployment, username, username_key, email, email_key, password_hash, created_at,
        confirmed_at, email_proof, register_ip)
      select 'local', 'Seeded' || n, 'seeded' || n, 'seeded' || n || '@seeded.test',
        'seeded' || n || '@seeded.test', known.password_hash, now() - interval '1 day',
        case when n % 10 = 0 then null else now() end,
        case when n % 10 = 0 then null else 'press' end, '127.0.0.1'
      from players known, generate_series(1, ${players}) n where known.username_key = 'playerone'`,
    `sessions (deployment, family, player_id, client_id, session_id_hash, refresh_hash,
        access_token_expires_at, created_at, seen_at, expires_at, authenticated_at, ip, user_agent)
      select p.deployment, gen_random_uuid(), p.id, '', ${hash('id')}, ${hash('refresh')}, now(), now(),
        now(), now() + interval '20 days', now(), '', '' ${some}`,
    `access_tokens (deployment, value_hash, session_id, expires_at)
      select s.deployment, s.session_id_hash, s.id, s.expires_at from sessions s`,
    `connections (deployment, player_id, canonical_name, account_id, account_name, avatar, last_check,
        linked_at) select p.deployment, p.id, 'steam', p.id::text, '', '', now(), now() ${some}`,
    `username_quarantine
      select p.deployment, 'old' || p.username_key, p.id, now() + interval '20 days' ${some}`,
    `email_changes (deployment, player_id, old_email, old_email_key, new_email, new_email_key,
        confirm_hash, undo_hash, asked_at, confirm_until, undo_until, confirmed_at)
      select p.deployment, p.id, '', 'old' || p.email_key, p.email, p.email_key, ${hash('confirm')},
        ${hash('undo')}, now(), now(), now() + interval '20 days', now() ${some} and p.username like '%1'`,
    `consents (deployment, player_id, subject, accepted, text_version, ip, at)
      select p.deployment, p.id, 'privacy-policy', true, '1', '', now() ${some}`,
  ]) {
    await postgres.query(`insert into ${rows}`)
  }
  await postgres.query('analyze')
}

/** A command of this version. */
function gatehouse(line: string): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ['server/src/cli.ts', ...wordsOf(line)],
      { cwd: root, env: { PATH: process.env['PATH'] ?? '', ...settings } },
      (_, output, errors) => resolve({ code: child.exitCode, output: errors + output }),
    )
  })
}

const visitor = () => new TestVisitor(overHttp(proxy.port), deployment, '')

async function signedIn(username: string): Promise<TestVisitor> {
  const player = visitor()
  expect(await player.logIn(username, password)).toMatchObject({ Validated: true })
  return player
}

async function readProfile(player: TestVisitor): Promise<string> {
  const { Id_User: userId } = await player.readToken()
  const path = { userId }
  return (await player.call('readProfile', { path, query: { include: '' } })).Username
}

async function refresh(player: TestVisitor): Promise<void> {
  const { Value, Refresh } = await player.readToken()
  const query = { access_token: Value, refresh_token: Refresh, client_id: '' }
  player.identity = (await player.call('refreshToken', { query })).AccessToken
  expect(await player.readToken()).toMatchObject({ Validated: true, Refreshed: false })
}

const registered: string[] = []

/**
 * Twenty acts a second: registrations, also of names that are taken, log-ins, reads of profiles and
 * refreshes, by sessions that live on. Answers what failed, once it is stopped.
 */
async function load(acts: () => Promise<void>): Promise<void> {
  const failures: string[] = []
  const running: Promise<void>[] = []
  const stopped = new AbortController()
  let slowest = 0
  const sending = (async () => {
    for (let turn = 0; !stopped.signal.aborted; turn += 1) {
      const began = performance.now()
      const act = everyAct[turn % everyAct.length] as () => Promise<void>
      const acted = act().catch((error: unknown) => {
        const said = error instanceof CallError ? JSON.stringify(error.body) : ''
        failures.push(`${act.name}: ${String(error)} ${said}`)
      })
      running.push(acted.then(() => void (slowest = Math.max(slowest, performance.now() - began))))
      await pause(pace)
    }
  })()
  await acts()
  stopped.abort()
  await sending
  await Promise.all(running)
  say(`${running.length} acts, the slowest took ${seconds(slowest)}`)
  expect(failures).toEqual([])
}

/** Sessions that no act uses at the moment. */
const free: TestVisitor[] = []
let seeded = 0

const everyAct: readonly (() => Promise<void>)[] = [
  async function registers() {
    const Username = `New${registered.length}x${Date.now()}`
    registered.push(Username)
    await visitor().call('registerNewUser', { body: registerForm({ Username }) })
  },
  async function logsIn() {
    seeded += 1
    const player = await signedIn(`Seeded${seeded * 10 + 1}`)
    if (free.length < kept) free.push(player)
  },
  reads,
  async function refreshes() {
    const player = free.shift()
    if (!player) return
    await refresh(player)
    free.push(player)
  },
  async function isRefused() {
    const Username = registered.length > 5 ? (registered.at(-5) ?? '') : 'PlayerOne'
    const form = registerForm({ Username, Email: `another${Date.now()}@site.test` })
    expect(await visitor().refused('registerNewUser', { body: form })).toEqual({
      status: 400,
      items: ['ERROR_USERNAME_EXIST@Username'],
    })
  },
  reads,
]

async function reads(): Promise<void> {
  const player = free.shift()
  if (!player) return
  expect(await readProfile(player)).toMatch(/^Seeded/)
  free.push(player)
}

/** Refused where the name or the address is a player's, kept for a player, or just registered. */
async function expectTaken(server: ServerProcess): Promise<void> {
  const at = new TestVisitor(overHttp(server.port), deployment, '')
  for (const given of [
    { Username: 'Seeded11' },
    { Username: 'OldSeeded11' },
    { Username: registered[0] ?? '' },
    { Username: 'Someone', Email: 'seeded11@seeded.test' },
    { Username: 'Someone', Email: 'oldseeded21@seeded.test' },
  ]) {
    const { status, items } = await at.refused('registerNewUser', {
      body: registerForm({ Email: 'someone@site.test', ...given }),
    })
    const field = given.Email === undefined ? 'USERNAME_EXIST@Username' : 'EMAIL_EXIST@Email'
    expect([given, status, items]).toEqual([given, 400, [`ERROR_${field}`]])
  }
}

const lacking = `
  select 'username', count(*) from players p where username_key is not null and not exists (
    select from taken t where (t.deployment, t.kind, t.value, t.player_id)
      = (p.deployment, 'username', p.username_key, p.id) and t.until is null)
  union all
  select 'email', count(*) from players p
  where email_key is not null and confirmed_at is not null and not exists (
    select from taken t where (t.deployment, t.kind, t.value, t.player_id)
      = (p.deployment, 'email', p.email_key, p.id) and t.until is null)
  union all
  select 'steam', count(*) from connections c where not exists (
    select from taken t where (t.deployment, t.kind, t.value, t.player_id)
      = (c.deployment, 'steam', c.account_id, c.player_id) and t.until is null)
  union all
  select 'orphans', count(*) from taken t where t.kind = 'username' and t.until is null
    and not exists (select from players p where p.deployment = t.deployment
      and p.id = t.player_id and p.username_key = t.value)
  union all
  select 'quarantine', ${rich} - count(*) from taken where kind = 'username' and until > now()
  union all
  select 'access tokens', count(*) from access_tokens where player_id is null
  order by 1`

async function expectEveryLookUp(): Promise<void> {
  const rows = await postgres.query(lacking)
  expect(rows.map((row) => Object.values(row).map(String))).toEqual(
    ['access tokens', 'email', 'orphans', 'quarantine', 'steam', 'username'].map((name) => [
      name,
      '0',
    ]),
  )
}

describe('a million players', () => {
  it('are served by the version before while this one expands beside it, and by both (T82)', async () => {
    for (let count = 0; count < kept; count += 1) {
      untouched.push(await signedIn(`Seeded${count * 10 + 5}`))
    }
    await load(async () => {
      await pause(3000)
      first = await timed('expand and fill', () => start())
      await timed('both versions', () => pause(15_000))
    })
    await expectEveryLookUp()
    await expectTaken(before)
    await expectTaken(first)
    expect(await readProfile(untouched[0] as TestVisitor)).toBe('Seeded5')
  })

  it('lose no request and no session while the contract takes the old keys away (T83)', async () => {
    await load(async () => {
      await timed('the version before ends', () => takeOut(before))
      const { code, output } = await timed('contract', () =>
        gatehouse('migrate --contract --why "no older server runs"'),
      )
      expect([code, output]).toEqual([0, expect.stringMatching(/Migrated: 0045-indexes-by-player/)])
      await timed('after the contract', () => pause(3000))
      await timed('the servers restart', async () => {
        second = await start()
        await takeOut(first)
      })
      await pause(5000)
    })
    await expectTaken(second)
    const tooOld = await startServer(settings, undefined, join(folder, 'before'))
    expect([await tooOld.ready, tooOld.output()]).toEqual([
      1,
      expect.stringContaining('newer than this server: 0045-indexes-by-player'),
    ])
  })

  it('read, refresh and log out by the sessions of the version before (T84)', async () => {
    for (const [count, player] of untouched.entries()) {
      expect(await readProfile(player)).toBe(`Seeded${count * 10 + 5}`)
      await refresh(player)
      const { Id_User: userId } = await player.readToken()
      await player.call('logOut', { path: { userId }, body: {} })
      const after = await player.refused('readToken', { path: { identity: player.identity } })
      expect(after.status).toBe(404)
    }
    const names = await postgres.query(`select username_key from players
      where username_key is not null group by deployment, username_key having count(*) > 1`)
    expect(names).toEqual([])
  })
})
