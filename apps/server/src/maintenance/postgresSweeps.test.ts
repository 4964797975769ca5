import { type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { registerForm, signedInPlayer } from '../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../test/fixtures/startApp.ts'
import { sweepUnconfirmed } from '../database/accounts/unconfirmedPlayers.ts'
import { sweep } from '../database/operations/sweep.ts'
import type { Tables } from '../database/schema/rows.ts'
import { after } from '../platform/clock.ts'

/* Only PostgreSQL has two servers at once. */

let app: TestApp
let beside: TestApp
let kysely: Kysely<Tables>

beforeEach(async () => {
  app = await startApp()
  beside = await startApp({ beside: app })
  kysely = app.services.database.kysely
})
afterEach(async () => {
  await beside.close()
  await app.close()
})

const both = () => [app, beside].map(({ services }) => services)

/** Statements that wait: for a lock here, or so long that it is one of another machine. */
async function waiting(): Promise<number> {
  const { rows } = await sql`select pid from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
      and state = 'active' and (wait_event_type = 'Lock'
        or clock_timestamp() - query_start > interval '1 second')`.execute(kysely)
  return rows.length
}

/** Acts beside a transaction that commits only when the act waits for it. */
async function besideHeld(
  write: (transaction: Kysely<Tables>) => Promise<unknown>,
  act: () => Promise<unknown>,
): Promise<void> {
  const { acting } = await kysely.transaction().execute(async (transaction) => {
    await write(transaction)
    const acting = act()
    await expect.poll(waiting, { interval: 10 }).toBeGreaterThan(0)
    return { acting }
  })
  await acting
}

async function leftOf(table: 'attempts' | 'sessions' | 'access_tokens' | 'client_sessions') {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count
    from ${sql.table(table)}`.execute(kysely)
  return rows[0]?.count
}

describe('two servers that sweep at once', () => {
  it('remove every row that is over, of all deployments, and neither fails (T89)', async () => {
    const ends = after(app.clock.now(), -1)
    await sql`insert into attempts (deployment, kind, subject_hash, count, resets_at)
      select (array['local', 'prod'])[1 + n % 2], 'kind ' || n % 3, sha256(n::text::bytea), 1,
        ${ends}::timestamptz - n % 7 * interval '1 hour'
      from generate_series(1, 2500) n`.execute(kysely)
    const visitor = await signedInPlayer(app)
    const { Id_User: playerId } = await visitor.readToken()
    // Some at a time, as a statement of a server has two seconds.
    for (const from of [1, 601, 1201, 1801]) {
      await sql`insert into sessions overriding system value
        select (jsonb_populate_record(s, jsonb_build_object('id', s.id + n,
          'session_id_hash', '\\x' || encode(sha256(('s' || n)::bytea), 'hex'),
          'refresh_hash', '\\x' || encode(sha256(('r' || n)::bytea), 'hex'),
          'expires_at', ${ends}::timestamptz))).*
        from sessions s, generate_series(${from}::int, ${from}::int + 599) n
        where s.player_id = ${playerId} and s.expires_at > ${ends}`.execute(kysely)
    }
    await Promise.all(
      both().flatMap(({ database }) => [
        sweep(database.kysely, 'attempts', { by: 'resets_at' }, app.clock.now()),
        sweep(database.kysely, 'sessions', { by: 'expires_at' }, app.clock.now()),
      ]),
    )
    const { rows } = await sql`select from attempts where resets_at < ${app.clock.now()}`.execute(
      kysely,
    )
    expect([rows.length, await leftOf('sessions')]).toEqual([0, 1])
    await visitor.call('readProfile', { path: { userId: playerId }, query: { include: '' } })
  })

  it('queue each sign-out once (T89)', async () => {
    const visitor = await signedInPlayer(app)
    const { Id_User: playerId } = await visitor.readToken()
    await sql`insert into client_sessions
      select deployment, 'sid' || n, 'site', gen_random_uuid(), player_id, created_at, created_at
      from sessions, generate_series(1, 250) n where player_id = ${playerId}`.execute(kysely)
    const counts = await Promise.all(both().map(({ oidc }) => oidc.backchannelLogout.relay()))
    expect([counts.reduce((sum, count) => sum + count), await leftOf('client_sessions')]).toEqual([
      250, 0,
    ])
  })
})

describe('a sweep waits for the transaction that has a row', () => {
  it('and keeps a count whose window was just renewed, and removes the rest (T89)', async () => {
    const now = app.clock.now()
    await sql`insert into attempts (deployment, kind, subject_hash, count, resets_at)
      select 'local', 'over', sha256(n::text::bytea), 1, ${after(now, -1)}::timestamptz
      from generate_series(1, 9) n`.execute(kysely)
    await besideHeld(
      (transaction) =>
        sql`update attempts set resets_at = ${after(now, 60)}
          where kind = 'over' and subject_hash = sha256('5')`.execute(transaction),
      () => sweep(beside.services.database.kysely, 'attempts', { by: 'resets_at' }, now),
    )
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from attempts
      where kind = 'over' and subject_hash = sha256('5')`.execute(kysely)
    expect(rows).toEqual([{ count: 1 }])
    const { rows: left } = await sql`select from attempts where kind = 'over'`.execute(kysely)
    expect(left.length).toBe(1)
  })

  it('and leaves a registration that is confirmed at this moment, with all that is its own (T89)', async () => {
    for (const Username of ['Early', 'Late']) {
      await app.visitor().call('registerNewUser', { body: registerForm({ Username }) })
    }
    app.clock.advance(400 * 24 * 3600)
    const now = app.clock.now()
    await besideHeld(
      (transaction) =>
        sql`update players set confirmed_at = ${now} where username = 'Early'`.execute(transaction),
      () => sweepUnconfirmed(beside.services.database.kysely, 'local', now, now),
    )
    const left = await kysely
      .selectFrom('players')
      .innerJoin('consents', 'consents.player_id', 'players.id')
      .select('username')
      .distinct()
      .execute()
    expect(left).toEqual([{ username: 'Early' }])
    expect(await kysely.selectFrom('players').select('username').execute()).toEqual(left)
  })
})
