import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OwnPostgres } from '../fixtures/processes/ownPostgres.ts'
import { wordsOf } from '../fixtures/processes/runGatehouse.ts'
import { type ServerProcess, startServer } from '../fixtures/processes/startServer.ts'
import { registerForm } from '../fixtures/samples/samplePlayers.ts'
import { logInForm } from '../fixtures/testVisitor.ts'

/* A server of this version at work, and the next version that migrates beside it. */

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const next = 'processes/nextVersion.ts'
let folder: string
let postgres: OwnPostgres
let settings: Readonly<Record<string, string>>
const servers: ServerProcess[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-upgrade-'))
  postgres = await OwnPostgres.open()
  settings = { DATABASE_URL: postgres.url, DATA_DIR: folder, PORTAL_DIST: join(folder, 'none') }
})
afterAll(async () => {
  await Promise.all(servers.map(({ child }) => ended(child, 'SIGKILL')))
  await postgres.close()
  await rm(folder, { recursive: true })
})

async function start(preload?: string, more = {}): Promise<ServerProcess> {
  const server = await startServer({ ...settings, SEED: 'on', ...more }, preload)
  servers.push(server)
  return server
}

async function ended(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if ((child.exitCode ?? child.signalCode) !== null) return
  const exited = once(child, 'exit')
  child.kill(signal)
  await exited
}

/** A command of the next version. */
function gatehouse(line: string): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const preload = ['--import', `./apps/server/test/fixtures/${next}`]
    const child = execFile(
      process.execPath,
      [...preload, 'apps/server/src/cli.ts', ...wordsOf(line)],
      { cwd: root, env: { PATH: process.env['PATH'] ?? '', ...settings } },
      (_, output, errors) => resolve({ code: child.exitCode, output: errors + output }),
    )
  })
}

/** A pg_dump that has its locks and its snapshot, and waits for its reader. */
async function openDump(): Promise<ChildProcess> {
  await postgres.query(
    `create table ballast as select repeat(md5(n::text), 100) from generate_series(1, 20000) n`,
  )
  const dump = spawn('pg_dump', [postgres.url], { stdio: ['ignore', 'pipe', 'ignore'] })
  await expect
    .poll(async () => {
      const held = await postgres.query(`select from pg_locks l join pg_stat_activity a using (pid)
        where a.application_name = 'pg_dump' and l.relation = 'players'::regclass`)
      return held.length
    })
    .toBeGreaterThan(0)
  return dump
}

/** Ten requests a second, reads and writes; its end returns their statuses. */
function load(server: ServerProcess) {
  const running: Promise<number>[] = []
  const stopped = new AbortController()
  const sending = (async () => {
    for (let count = 0; !stopped.signal.aborted; count += 1) {
      const form = registerForm({ Username: `Load${count}` })
      const isWrite = count % 2 === 0
      running.push(
        isWrite
          ? server.post('/api/register/new-user', form)
          : server.post('/api/log/identify', logInForm({ UsernameOrEmail: 'PlayerOne' })),
      )
      await pause(100)
    }
  })()
  const end = async (): Promise<readonly number[]> => {
    stopped.abort()
    await sending
    return Promise.all(running)
  }
  return { sent: () => running.length, end }
}

/** The migrations, and every column. */
function state() {
  return postgres.query(`select name from migrations union all
    select table_name || column_name from information_schema.columns order by 1`)
}

function register(server: ServerProcess, Username: string): Promise<number> {
  return server.post('/api/register/new-user', registerForm({ Username }))
}

describe('an upgrade beside a server at work', () => {
  it('changes nothing by a command that looks, whatever its version (T75)', async () => {
    const server = await start()
    expect([await server.ready, server.output()]).toEqual([null, expect.any(String)])
    const before = await state()
    const shown = await gatehouse('players show PlayerOne --deployment local')
    expect([shown.code, shown.output]).toEqual([
      1,
      expect.stringMatching(/^The database is older than this version: it lacks 9001-nicknames/),
    ])
    expect((await gatehouse('migrate')).code).toBe(2)
    expect(await state()).toEqual(before)
  })

  it('loses no request while a pg_dump holds a migration up (T73)', async () => {
    const [server] = servers
    if (!server) throw new Error('There is no server.')
    const dump = await openDump()
    const loading = load(server)
    const migrating = gatehouse('migrate --why "release"')
    const waiting = () => postgres.query('select from pg_locks where not granted')
    await expect.poll(waiting).not.toEqual([])
    await expect.poll(loading.sent).toBeGreaterThan(loading.sent() + 50)
    expect(await postgres.query(`select from migrations where name like '9%'`)).toEqual([])
    dump.stdout?.resume()
    await once(dump, 'exit')
    const { code, output } = await migrating
    expect([code, output]).toEqual([
      0,
      expect.stringMatching(
        /"event":"migration.blocked"[^]*pg_dump[^]*Migrated: 9001-nicknames, 9002/,
      ),
    ])
    const statuses = await loading.end()
    expect(statuses.length).toBeGreaterThan(50)
    expect(statuses.filter((status) => status !== 200 && status !== 201)).toEqual([])
  })

  it('goes back to the version before, until a version took away what that uses (T74)', async () => {
    const newer = await start(next)
    expect([await newer.ready, newer.output()]).toEqual([null, expect.any(String)])
    expect(await register(newer, 'Newer')).toBe(201)
    await Promise.all(servers.map(({ child }) => ended(child, 'SIGTERM')))
    const back = await start()
    expect([await back.ready, back.output()]).toEqual([null, expect.any(String)])
    expect(await register(back, 'Back')).toBe(201)

    const newest = await start(next, { TWO_VERSIONS_ON: 'yes' })
    expect([await newest.ready, newest.output()]).toEqual([null, expect.any(String)])
    const again = await start(next)
    expect([await again.ready, again.output()]).toEqual([null, expect.any(String)])
    const tooOld = await start()
    expect([await tooOld.ready, tooOld.output()]).toEqual([
      1,
      expect.stringContaining('newer than this server: 9004-nicknames-gone took away'),
    ])
  })
})
