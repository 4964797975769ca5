import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Executor } from '../connection/openDatabase.ts'
import { migrateUpTo } from '../../../test/fixtures/migrateUpTo.ts'
import { type FreshDatabase, freshDatabase } from '../../../test/fixtures/freshDatabase.ts'

const day = `timestamptz '2026-05-03 12:00:00+00'`
const family = `'0191e2c4-0000-7000-8000-000000000001'`

/** A row in each table that gets another name or another column, as the version before wrote it. */
const rows = [
  `insert into players (deployment, username, email, created_at) values ('local', 'Ada', 'a@b', ${day})`,
  `insert into sessions (deployment, family, player_id, client_id, handle_hash, refresh_hash, epoch,
      bearer_expires_at, created_at, seen_at, expires_at, authenticated_at, ip, user_agent)
    values ('local', ${family}, 1, 'game', 'handle', 'refresh', 7, ${day}, ${day}, ${day}, ${day}, ${day},
      '', '')`,
  `insert into bearers values ('local', 'value', 1, ${day})`,
  `insert into connects (deployment, player_id, canonical_name, account_id, connect_name, avatar,
      last_check, linked_at)
    values ('local', 1, 'steam', '76561', 'AdaOnSteam', '', ${day}, ${day})`,
  `insert into external_flows values ('local', 'state', 'steam', 'link', 1, ${family}, null, 'game', '/',
      '', ${day}, ${day})`,
  `insert into partner_proofs values ('local', 'token', 'registration', 'acme', 'browser', 'sealed',
      ${day}, ${day})`,
  `insert into partner_arrivals values ('local', 'created', 1, 'game', 'browser', ${day})`,
  `insert into site_sessions values ('local', 'sid', 'game', ${family}, 1, ${day})`,
  `insert into site_consents values ('local', 1, 'game', '{openid}', ${day})`,
]

/** Each table under its name before the migration and after it. */
const names = [
  ['sessions', 'sessions'],
  ['bearers', 'access_tokens'],
  ['connects', 'connections'],
  ['external_flows', 'authorization_flows'],
  ['partner_proofs', 'registration_tickets'],
  ['partner_arrivals', 'partner_login_codes'],
  ['site_sessions', 'client_sessions'],
  ['site_consents', 'client_consents'],
] as const

let fresh: FreshDatabase
const before = new Map<string, readonly unknown[]>()

beforeAll(async () => {
  fresh = await freshDatabase()
  const { kysely } = fresh.database
  await sql`drop schema public cascade`.execute(kysely)
  await sql`create schema public`.execute(kysely)
  await migrateUpTo(fresh.database, (name) => name < '0016-glossary-names')
  for (const row of rows) await sql.raw(row).execute(kysely)
  for (const [old] of names) before.set(old, await valuesOf(kysely, old))
  await fresh.database.migrate()
})
afterAll(() => fresh.drop())

/** The values of a table's rows in the order of its columns, whatever these are called. */
async function valuesOf(executor: Executor, table: string): Promise<readonly unknown[]> {
  const found = await sql<object>`select * from ${sql.table(table)}`.execute(executor)
  return found.rows.flatMap((row) => Object.values(row))
}

async function namesOf(executor: Executor): Promise<readonly string[]> {
  const found = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace
    union select conname from pg_constraint where connamespace = 'public'::regnamespace
    union select column_name from information_schema.columns where table_schema = 'public'
    order by 1`.execute(executor)
  return found.rows.map(({ name }) => name)
}

describe('the migration to the names of the glossary', () => {
  it.each(names)('keeps the rows of %s in %s', async (old, name) => {
    const { kysely } = fresh.database
    expect(before.get(old)?.length).toBeGreaterThan(0)
    // Later migrations add columns behind those of the one row.
    const values = (await valuesOf(kysely, name)).slice(0, before.get(old)?.length)
    expect(values).toEqual(before.get(old))
  })

  it('leaves no old name of a table, column, constraint or index', async () => {
    const found = await namesOf(fresh.database.kysely)
    // WebAuthn calls a player's id a user handle, and a second step has a handle: both came later.
    const old =
      /bearer|(?<!user_)handle(?!_hash)|epoch|connects|connect_name|external|arrival|created_hash|(?:partner|one)_proof|site_/
    expect(found.filter((name) => old.test(name))).toEqual([])
    expect(found).toEqual(
      expect.arrayContaining([
        'connections_account',
        'access_tokens_of_session',
        'sessions_deployment_session_id_hash_key',
      ]),
    )
  })

  it('leaves references and cascades as they were', async () => {
    const { kysely } = fresh.database
    await sql`delete from sessions`.execute(kysely)
    expect(await valuesOf(kysely, 'access_tokens')).toEqual([])
  })
})
