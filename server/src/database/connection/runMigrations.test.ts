import { sql } from 'kysely'
import { afterEach, beforeEach, expect, inject, it } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../../test/fixtures/freshDatabase.ts'
import { SettingsError } from '../../platform/config/settings.ts'
import { type Step, statements } from '../migrations/statements.ts'
import { migrations } from './migrate.ts'
import { pendingSteps, runMigrations, type Steps } from './runMigrations.ts'

let fresh: FreshDatabase

beforeEach(async () => {
  fresh = await freshDatabase()
})
afterEach(() => fresh.drop())

const options = (steps: Steps) => ({ steps, isEmbedded: inject('template').kind === 'pglite' })
const run = (steps: Steps) => runMigrations(fresh.database.kysely, options(steps))

const known: Readonly<Record<string, Step>> = migrations
const added: Readonly<Record<string, Step>> = {
  '9001-notes': statements(
    'create table notes (id int primary key, about text)',
    'insert into notes select generate_series(1, 25)',
  ),
  '9002-notes-filled': {
    async portion(transaction) {
      const { numAffectedRows = 0n } = await sql`update notes set about = 'x'
        where id in (select id from notes where about is null limit 10)`.execute(transaction)
      return Number(numAffectedRows)
    },
  },
  '9003-notes-by-about': { index: { name: 'notes_by_about', table: 'notes', of: '(about)' } },
}
const later = { ...known, ...added }

it('runs statements, portions and indexes, each once', async () => {
  expect(await run(later)).toEqual(Object.keys(added))
  expect(await run(later)).toEqual([])
  const { rows } = await sql<{ filled: number; index: string }>`
    select count(about)::int as filled, to_regclass('notes_by_about')::text as index
    from notes`.execute(fresh.database.kysely)
  expect(rows).toEqual([{ filled: 25, index: 'notes_by_about' }])
})

it('undoes a step that fails, and keeps those before it', async () => {
  const failing = { ...added, '9002-notes-filled': statements('drop table notes', 'select 1 / 0') }
  await expect(run({ ...known, ...failing })).rejects.toThrow('division by zero')
  expect(await pendingSteps(fresh.database.kysely, later)).toEqual([
    '9002-notes-filled',
    '9003-notes-by-about',
  ])
  expect(await run(later)).toHaveLength(2)
})

it('leaves the version before at work by what only adds, and refuses it after what took away (T74)', async () => {
  await run(later)
  expect(await run(known)).toEqual([])
  const gone = { ...statements('drop table notes'), needs: '9003-notes-by-about' }
  const latest = { ...later, '9004-notes-gone': gone }
  await run(latest)
  expect(await run(later)).toEqual([])
  await expect(run(known)).rejects.toThrow(SettingsError)
  await expect(run(known)).rejects.toThrow('newer than this server: 9004-notes-gone took away')
})

it('takes the old away where that is ordered, and at once from an empty database', async () => {
  const gone = { ...statements('drop table notes'), needs: '9003-notes-by-about', contract: true }
  const steps = { ...later, '9004-notes-gone': gone }
  expect(await run(steps)).toEqual(Object.keys(added))
  expect(await run(steps)).toEqual([])
  expect(await run(later)).toEqual([])
  expect(await runMigrations(fresh.database.kysely, { ...options(steps), contract: true })).toEqual(
    ['9004-notes-gone'],
  )
  await expect(run(known)).rejects.toThrow('newer than this server: 9004-notes-gone took away')
  await sql`drop schema public cascade`.execute(fresh.database.kysely)
  await sql`create schema public`.execute(fresh.database.kysely)
  expect(await run(steps)).toEqual(Object.keys(steps))
})

it('walks over every row of a table once, in portions', async () => {
  const walked: Readonly<Record<string, Step>> = {
    '9001-notes': statements(
      'create table notes (of text, id int, visits int default 0, primary key (of, id))',
      `insert into notes select 'a' || n % 2, n from generate_series(1, 4500) n`,
    ),
    '9002-notes-visited': {
      walk: {
        table: 'notes',
        key: ['of', 'id'],
        act: `update notes n set visits = n.visits + 1 from portion p where (n.of, n.id) = (p.of, p.id)`,
      },
    },
  }
  expect(await run({ ...known, ...walked })).toEqual(Object.keys(walked))
  const { rows } = await sql`select visits, count(*)::int as notes from notes group by 1`.execute(
    fresh.database.kysely,
  )
  expect(rows).toEqual([{ visits: 1, notes: 4500 }])
})

it('does not let a command touch a database that is older (T75)', async () => {
  const { kysely } = fresh.database
  await fresh.database.refuseOlder()
  await sql`delete from kysely_migration where name = '0019-callbacks-and-bans'`.execute(kysely)
  await expect(fresh.database.refuseOlder()).rejects.toThrow(
    'it lacks 0019-callbacks-and-bans. This command changes no tables: run `gatehouse migrate`',
  )
  await sql`drop table kysely_migration`.execute(kysely)
  await expect(fresh.database.refuseOlder()).rejects.toThrow(
    /older than this version: it lacks \d+ steps/,
  )
})
