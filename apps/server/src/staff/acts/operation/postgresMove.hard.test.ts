import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openEmbedded, openForMigrations } from '../../../database/pool/openDatabase.ts'
import { verifyAudit } from '../../../database/operations/verifyAudit.ts'
import type { Executor } from '../../../database/schema/executor.ts'
import { seed } from '../../../../samples/seed.ts'
import { closeServices, openServices } from '../../../services.ts'
import { readSettings } from '../../../platform/config/readSettings.ts'
import { everyRow } from '../../../../test/fixtures/samples/everyRow.ts'
import { copyOfTemplate } from '../../../../test/fixtures/freshDatabase.ts'
import { gatehouse, jsonOutputOf } from '../../../../test/fixtures/processes/runGatehouse.ts'

let folder: string
let environment: NodeJS.ProcessEnv

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-move-'))
  environment = {
    NODE_ENV: 'test',
    DATA_DIR: folder,
    LOG_LEVEL: 'silent',
    ARGON2_MEMORY_KIB: '8',
    ARGON2_PASSES: '1',
    DEPLOYMENTS_DIR: new URL('../../../../../../deploy/samples', import.meta.url).pathname,
  }
})
afterAll(() => rm(folder, { recursive: true }))

const move = (to: string) => gatehouse(null, `move ${to} --why "we grow"`, { environment })

describe('a move', () => {
  it('needs a source and a target', async () => {
    expect((await move('')).errors).toBe('Where to? Set --to or DATABASE_URL.\n')
    const from = await move('--to postgres://nobody@127.0.0.1:1/none')
    expect(from.errors).toMatch(/^DATA_DIR: there is no embedded database in /)
    expect((await move('--to mysql://db')).exitCode).toBe(2)
  })
})

/** The rows of our tables and the waiting jobs, in a stable order. */
async function rowsOf(executor: Executor): Promise<string[]> {
  const rows = (await everyRow(executor)).split('\n')
  return rows
    .filter((row) =>
      /^(public\.(?!migrations |audit_log |audit_heads )|pgboss\.job(_common)? )/.test(row),
    )
    .toSorted()
}

describe('a move to PostgreSQL', () => {
  let target: { readonly url: string; readonly drop: () => Promise<void> }

  beforeAll(async () => {
    target = await copyOfTemplate()
    const services = await openServices(readSettings(environment), environment)
    await seed(services)
    const at = '--deployment local --why test'
    await gatehouse({ services }, `keys rotate ${at}`)
    await services.uploads.keep('local', 1, [new Uint8Array(1), new Uint8Array(1)])
    await gatehouse({ services }, `players erase Rival ${at}`)
    await gatehouse({ services }, `badges give PlayerOne pilot --title "Tést ✓ 'pilot'" ${at}`)
    await gatehouse({ services }, `ip-bans add 203.0.113.0/24 ${at}`)
    // More rows than go at once.
    await gatehouse({ services }, `access-keys create --count 1200 ${at}`)
    await closeServices(services)
  })
  afterAll(() => target.drop())

  it('copies every row, waiting mail and next id, and is in the audit log', async () => {
    const source = await openEmbedded(folder)
    const before = await rowsOf(source.kysely)
    await source.close()
    for (const table of ['pgboss.job', 'public.mails']) {
      expect(before.filter((row) => row.startsWith(table)).length).toBeGreaterThan(0)
    }
    expect(before.length).toBeGreaterThan(1500)

    const { exitCode, output, errors } = await move(`--to ${target.url}`)
    expect([exitCode, errors]).toEqual([0, ''])
    expect(output).toMatch(/^Rows moved: \d{4}, of \d+ tables, and compared\./)

    const there = openForMigrations(target.url)
    try {
      expect(await rowsOf(there)).toEqual(before)
      const log = await there.selectFrom('audit_log').selectAll().orderBy('id').execute()
      expect(log.map(({ command }) => command)).toEqual([
        'keys rotate',
        'players erase',
        'badges give',
        'ip-bans add',
        'access-keys create',
        'move',
      ])
      // The chains are those of the source, and the move itself is the next entry.
      const chains = await verifyAudit(there, {})
      expect(
        chains.map(({ deployment, entries, misfit }) => [deployment, entries, misfit]),
      ).toEqual([
        ['*', 1, null],
        ['local', 5, null],
      ])
      const { rows } = await sql<{ next: number; most: number }>`
        select nextval(pg_get_serial_sequence('players', 'id')) as next,
          (select max(id) from players) as most`.execute(there)
      expect(rows[0]?.next).toBe((rows[0]?.most ?? 0) + 1)
    } finally {
      await there.destroy()
    }
  })

  it('leaves a server that continues where the other one stopped', async () => {
    const there = { ...environment, DATABASE_URL: target.url }
    const services = await openServices(readSettings(there), there)
    try {
      const shown = await jsonOutputOf({ services }, 'players show PlayerOne --deployment local')
      expect(shown).toMatchObject({
        badges: ['pilot'],
        titles: ['Map Maker', 'VIP', "Tést ✓ 'pilot'"],
      })
      // The key beside the embedded database has sealed the mail, and it is still readable.
      expect(await jsonOutputOf({ services }, 'outbox list')).toMatchObject([
        { to: 'rival@example.com' },
      ])
    } finally {
      await closeServices(services)
    }
  })

  it('refuses a target with rows and a source that a server uses', async () => {
    const again = await move(`--to ${target.url}`)
    expect(again.exitCode).toBe(1)
    expect(again.errors).toMatch(/^The target is not empty: [\w.]+ has \d+ rows\./)
    const nowhere = await move('--to postgres://nobody@127.0.0.1:1/none')
    expect(nowhere.errors).toMatch(/^The target is out of reach: .*ECONNREFUSED/)
    const lock = join(folder, 'database.lock')
    await writeFile(lock, String(process.ppid))
    const busy = await move(`--to ${target.url}`)
    expect(busy.errors).toContain(`process ${process.ppid} uses this database`)
    await rm(lock)
  })
})
