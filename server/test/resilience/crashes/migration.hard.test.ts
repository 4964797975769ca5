import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { migrations } from '../../../src/database/connection/migrate.ts'
import {
  type Database,
  openEmbedded,
  openPostgres,
} from '../../../src/database/connection/openDatabase.ts'
import { registerForm } from '../../fixtures/samples/samplePlayers.ts'
import { ServerEnvironment } from '../../fixtures/processes/serverEnvironment.ts'

let bench: ServerEnvironment

beforeEach(async () => {
  bench = await ServerEnvironment.open()
})
afterEach(() => bench.close())

/** Runs an act on the database while no server is running. */
async function within<T>(act: (database: Database) => Promise<T>): Promise<T> {
  const { DATABASE_URL: url } = bench.environment
  const database = url === undefined ? await openEmbedded(bench.folder) : openPostgres(url, 1)
  try {
    return await act(database)
  } finally {
    await database.close()
  }
}

async function emptied({ kysely }: Database): Promise<void> {
  await sql`drop schema public cascade`.execute(kysely)
  await sql`create schema public`.execute(kysely)
}

const migrated = ({ kysely }: Database) =>
  sql<{ name: string }>`select name from kysely_migration order by name`
    .execute(kysely)
    .then(({ rows }) => rows.map(({ name }) => name))

/** Every column and index, and the migrations that ran: an older server needs all it knows. */
async function stateOf(database: Database) {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public'
    union all select indexdef from pg_indexes where schemaname = 'public'
    order by 1`.execute(database.kysely)
  return { columns: rows.map(({ name }) => name), migrated: await migrated(database) }
}

async function crashAtMigration(name: string): Promise<void> {
  // The migrator records the name after the migration, in the same transaction.
  const { child, ready, output } = await bench.start({ CRASH_BEFORE: name }, 'crashAtStep.ts')
  await ready
  expect([child.signalCode, output()]).toEqual(['SIGKILL', expect.any(String)])
}

async function startWell(name: string): Promise<void> {
  const server = await bench.start()
  expect([await server.ready, server.output()]).toEqual([null, expect.any(String)])
  const visitor = await bench.visitor(server)
  await visitor.call('registerNewUser', { body: registerForm({ Username: name }) })
  const exited = new Promise((resolve) => server.child.once('exit', resolve))
  server.child.kill('SIGTERM')
  await exited
}

describe('a server that crashes while it migrates', () => {
  it('leaves nothing of an empty database’s migrations, and the next start does them all (T08)', async () => {
    const names = Object.keys(migrations)
    await within(emptied)
    const [first, middle, last] = [0, Math.floor(names.length / 2), names.length - 1]
    for (const at of [first, middle, last]) {
      await crashAtMigration(names[at] ?? '')
      const { columns, migrated: done } = await within(async (database) => {
        // The migrator creates its own two tables first, in a transaction of their own.
        await sql`create table if not exists kysely_migration (name text)`.execute(database.kysely)
        return stateOf(database)
      })
      expect(columns.filter((column) => !column.includes('kysely_migration'))).toEqual([])
      expect(done).toEqual([])
    }
    await startWell('Ada')
    expect(await within(migrated)).toEqual(names)
  })

  it('leaves an older database as the older server knows it, and the next start finishes (T08)', async () => {
    const [before, newest] = await within(async (database) => {
      await emptied(database)
      const { kysely } = database
      const [last = '', older = ''] = Object.keys(migrations).toReversed()
      const provider = { getMigrations: () => Promise.resolve(migrations) }
      await new Migrator({ db: kysely, provider }).migrateTo(older)
      return [await stateOf(database), last] as const
    })
    await crashAtMigration(newest)
    expect(await within(stateOf)).toEqual(before)
    await startWell('Ada')
    const after = await within(stateOf)
    expect(after.migrated).toEqual([...before.migrated, newest])
    expect(after).not.toEqual({ ...before, migrated: after.migrated })
  })
})
