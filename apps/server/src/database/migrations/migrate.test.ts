import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../../test/fixtures/freshDatabase.ts'
import { SettingsError } from '../../platform/config/settings.ts'
import { DatabaseRefusedError } from '../errors/databaseRefusal.ts'
import { openPostgres } from '../pool/openDatabase.ts'
import { migrate, pendingMigrations } from './migrate.ts'
import { migrationOf, type Migrations, migrations as known } from './migrations.ts'

let fresh: FreshDatabase

beforeEach(async () => {
  fresh = await freshDatabase({ withoutTrouble: true })
})
afterEach(() => fresh.drop())

const run = (migrations: Migrations) =>
  migrate(fresh.database.kysely, {
    migrations,
    isEmbedded: inject('template').kind === 'pglite',
  })

const added: Migrations = {
  '9001-notes': migrationOf([
    'create table notes (id int primary key, about text);',
    "insert into notes select n, 'x'\n  from generate_series(1, 25) n;",
  ]),
  '9002-notes-by-about': migrationOf([
    'drop index concurrently if exists notes_by_about;\ncreate index concurrently notes_by_about on notes (about);',
  ]),
}
const later = { ...known, ...added }

it('runs statements and indexes, each once', async () => {
  expect(await run(later)).toEqual(Object.keys(added))
  expect(await run(later)).toEqual([])
  const { rows } = await sql<{ filled: number; index: string }>`
    select count(about)::int as filled, to_regclass('notes_by_about')::text as index
    from notes`.execute(fresh.database.kysely)
  expect(rows).toEqual([{ filled: 25, index: 'notes_by_about' }])
})

it('undoes a migration that fails, and keeps those before it', async () => {
  const broken = migrationOf(['drop table notes;\nselect 1 / 0;'])
  await expect(run({ ...later, '9002-notes-by-about': broken })).rejects.toThrow('division by zero')
  expect(await pendingMigrations(fresh.database.kysely, later)).toEqual(['9002-notes-by-about'])
  expect(await run(later)).toHaveLength(1)
})

it('leaves the version before at work by what only adds, and refuses it after what took away (T74)', async () => {
  await run(later)
  expect(await run(known)).toEqual([])
  const gone = migrationOf(['-- needs 9002-notes-by-about\ndrop table notes;'])
  await run({ ...later, '9003-notes-gone': gone })
  expect(await run(later)).toEqual([])
  await expect(run(known)).rejects.toThrow(SettingsError)
  await expect(run(known)).rejects.toThrow('newer than this server: 9003-notes-gone took away')
})

it('does not let a command touch a database that is older (T75)', async () => {
  const { kysely } = fresh.database
  await fresh.database.refuseOlder()
  await sql`delete from migrations`.execute(kysely)
  await expect(fresh.database.refuseOlder()).rejects.toThrow(
    `it lacks ${Object.keys(known).join(', ')}. This command changes no tables: run \`gatehouse migrate\``,
  )
  await sql`drop table migrations`.execute(kysely)
  await expect(fresh.database.refuseOlder()).rejects.toThrow('it lacks 0001-baseline')
})

it('refuses a database that was made before the first release, and changes nothing', async () => {
  await sql`create table kysely_migration (name text)`.execute(fresh.database.kysely)
  await expect(fresh.database.migrate()).rejects.toThrow(
    'This database is from before the first release, and no version supports it. Use an empty one: another DATABASE_URL, or another DATA_DIR.',
  )
})

it('refuses an unreachable database with the name of its setting and the remedy', async () => {
  const database = openPostgres('postgres://gatehouse@127.0.0.1:1/gatehouse', 1)
  const refused = database.migrate()
  await expect(refused).rejects.toThrow(DatabaseRefusedError)
  await expect(refused).rejects.toThrow(/^DATABASE_URL: .*ECONNREFUSED.*check that PostgreSQL runs/)
  await database.close()
})

describe('a migration of a released version', () => {
  const released = Object.entries(known).slice(1)

  it('says which servers go on beside it where it takes something away', () => {
    // No server names a primary key: another one in its place takes nothing from it.
    const takes =
      /\b(?:drop (?:table|column|constraint (?!\w+_pkey\b))|rename|set not null|alter column \w+ type)\b/
    const silent = released.filter(
      ([, { statements, needs }]) => needs === null && statements.some((text) => takes.test(text)),
    )
    expect(silent).toEqual([])
  })
})
