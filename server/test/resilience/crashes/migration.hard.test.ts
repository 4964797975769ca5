import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { migrations } from '../../../src/database/connection/migrate.ts'
import {
  type Database,
  openEmbedded,
  openPostgres,
} from '../../../src/database/connection/openDatabase.ts'
import type { Step } from '../../../src/database/migrations/statements.ts'
import { registerForm } from '../../fixtures/samples/samplePlayers.ts'
import { migrateUpTo } from '../../fixtures/migrateUpTo.ts'
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
  const { child, ready, output } = await bench.start(
    { CRASH_BEFORE: name },
    'crashes/crashAtStep.ts',
  )
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
  it('leaves the migrations before it whole and nothing of its own, and the next start does the rest (T08)', async () => {
    // What takes the old away waits for an order, unless a database is empty.
    const names = Object.entries<Step>(migrations).flatMap(([name, { contract }]) =>
      contract === true ? [] : [name],
    )
    const [first, middle, last] = [0, Math.floor(names.length / 2), names.length - 1]
    const whole = await within(async (database) => {
      await emptied(database)
      await migrateUpTo(database, (name) => name < (names[middle] ?? ''))
      const state = await stateOf(database)
      await emptied(database)
      return state
    })
    const left: (readonly string[])[] = []
    for (const at of [first, middle, last]) {
      await crashAtMigration(names[at] ?? '')
      const { columns, migrated: done } = await within(stateOf)
      expect(done).toEqual(names.slice(0, at))
      left.push(columns)
    }
    expect(left[0]?.filter((name) => !name.includes('_migration'))).toEqual([])
    expect(left[1]).toEqual(whole.columns)
    await startWell('Ada')
    expect(await within(migrated)).toEqual(names)
  })

  it('leaves an older database as the older server knows it, and the next start finishes (T08)', async () => {
    const [before, newest] = await within(async (database) => {
      await emptied(database)
      const last = Object.keys(migrations).at(-1) ?? ''
      await migrateUpTo(database, (name) => name !== last)
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
