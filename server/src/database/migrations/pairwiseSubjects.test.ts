import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { migrateUpTo } from '../../../test/fixtures/migrateUpTo.ts'
import { type FreshDatabase, freshDatabase } from '../../../test/fixtures/freshDatabase.ts'

const day = `timestamptz '2026-05-03 12:00:00+00'`

/** Ada lets two clients in and shuts one out again; Bob has refused one; Cy is gone. */
const rows = [
  `insert into players (deployment, username, email, created_at) values
    ('local', 'Ada', 'a@b', ${day}), ('local', 'Bob', 'b@b', ${day})`,
  `insert into players (deployment, username, email, created_at, deleted_at)
    values ('local', '', '', ${day}, ${day})`,
  `insert into client_consents values ('local', 1, 'guild', '{openid}', ${day})`,
  `insert into consents (deployment, player_id, subject, accepted, text_version, ip, at) values
    ('local', 1, 'site guild', true, '', '', ${day}),
    ('local', 1, 'site atlas', true, '', '', ${day}),
    ('local', 1, 'site atlas', false, '', '', ${day}),
    ('local', 1, 'privacy policy', true, '', '', ${day}),
    ('local', 2, 'site atlas', false, '', '', ${day}),
    ('local', 3, 'site guild', true, '', '', ${day})`,
]

let fresh: FreshDatabase

beforeAll(async () => {
  fresh = await freshDatabase()
  const { kysely } = fresh.database
  await sql`drop schema public cascade`.execute(kysely)
  await sql`create schema public`.execute(kysely)
  await migrateUpTo(fresh.database, (name) => name < '0024-pairwise-subjects')
  for (const row of rows) await sql.raw(row).execute(kysely)
  await fresh.database.migrate()
})
afterAll(() => fresh.drop())

it('leaves third-party clients the ids of the players that they have known (I16)', async () => {
  const { kysely } = fresh.database
  const found = await kysely.selectFrom('pairwise_subjects').selectAll().orderBy('sector').execute()
  const ofAda = { deployment: 'local', player_id: 1, subject: '1' }
  expect(found).toEqual([
    { ...ofAda, sector: 'atlas' },
    { ...ofAda, sector: 'guild' },
  ])
})
