import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { migrations } from '../../../src/database/migrations/migrations.ts'
import {
  type Database,
  openEmbedded,
  openPostgres,
} from '../../../src/database/pool/openDatabase.ts'
import { isSpread } from '../../fixtures/isSpread.ts'
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
  sql<{ name: string }>`select name from migrations order by name`
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

// An empty schema has no Citus. `npm run prove -- upgrade --citus` migrates a database that is spread.
describe.skipIf(isSpread)('a server that crashes while it migrates', () => {
  it('leaves the migrations before it whole and no part of itself, and the next start does the rest (T08)', async () => {
    const names = Object.keys(migrations)
    const whole = await within(stateOf)
    const left: (readonly string[])[] = []
    for (const [at, name] of names.entries()) {
      await within(emptied)
      await crashAtMigration(name)
      const { columns, migrated: done } = await within(stateOf)
      expect(done).toEqual(names.slice(0, at))
      left.push(columns.filter((column) => !column.includes('migrations')))
    }
    expect(left[0]).toEqual([])
    await startWell('Ada')
    const { migrated: done, columns } = await within(stateOf)
    expect(done).toEqual(names)
    expect(columns.filter((column) => !column.includes('pgboss'))).toEqual(whole.columns)
  })
})
