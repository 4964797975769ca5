import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runMaintenance } from '../../maintenance/runMaintenance.ts'
import {
  registerForm,
  samplePassword,
  signedInPlayer,
} from '../../../test/fixtures/samples/samplePlayers.ts'
import { logInForm } from '../../../test/fixtures/testVisitor.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'
import type { Executor } from '../schema/executor.ts'

/*
 * The cost of a call must not depend on the number of players. PostgreSQL counts its reads of every
 * table, which shows a plan that reads a whole one, or all of one deployment.
 */

const players = 10_000
/** Rows of one table that everything below may read: each call a handful, never a share of them. */
const few = 300
let app: TestApp

beforeAll(async () => {
  app = await startApp({ nodes: 1 })
  const { kysely } = app.services.database
  const others = await connectionsTo(kysely)
  const writer = app.fresh.reopen()
  await fill(writer.kysely, app.clock.now())
  await sql`analyze`.execute(writer.kysely)
  await writer.close()
  await allReported(kysely, others)
})
afterAll(() => app.close())

/**
 * Players of the deployment under test, with a row in every table that grows. The outbox does not: a
 * relay takes its rows within a second.
 */
async function fill(executor: Executor, now: Date): Promise<void> {
  const later = sql`${now}::timestamptz + interval '20 days'`
  await sql`insert into players (deployment, username, username_key, email, email_key, created_at,
      confirmed_at)
    select 'local', 'Seeded' || n, 'seeded' || n, 'seeded' || n || '@seeded.test',
      'seeded' || n || '@seeded.test', ${now}, ${now} from generate_series(1, ${players}::int) n`.execute(
    executor,
  )
  const seeded = sql`from players p where p.deployment = 'local' and p.username like 'Seeded%'`
  const hash = sql`sha256(p.username::bytea)`
  const rows = [
    sql`sessions (deployment, family, player_id, client_id, session_id_hash, refresh_hash,
        access_token_expires_at, created_at, seen_at, expires_at, authenticated_at, ip, user_agent)
      select p.deployment, gen_random_uuid(), p.id, '', ${hash}, ${hash}, ${now}, ${now}, ${now},
        ${later}, ${now}, '', '' ${seeded}`,
    sql`access_tokens (deployment, value_hash, session_id, player_id, expires_at)
      select s.deployment, s.session_id_hash, s.id, s.player_id, s.expires_at from sessions s`,
    sql`attempts select p.deployment, 'wrongPasswords', ${hash}, 1, ${later} ${seeded}`,
    sql`mail_links (deployment, token_hash, kind, player_id, email, created_at, expires_at)
      select p.deployment, ${hash}, 'confirm', p.id, p.email, ${now}, ${later} ${seeded}`,
    sql`consents (deployment, player_id, subject, accepted, text_version, ip, at)
      select p.deployment, p.id, 'privacy', true, '1', '', ${now} ${seeded}`,
    sql`captcha_passes select p.deployment, ${hash}, null, true, true, '', ${now} ${seeded}`,
    sql`solved_challenges select p.deployment, ${hash}, ${now} ${seeded}`,
    sql`surveys select p.deployment, p.id, '{}', '', ${now}, ${now} ${seeded}`,
    sql`unique_values (deployment, kind, value, player_id, until, created_at)
      select p.deployment, kind, case kind when 'email' then p.email_key else p.username_key end,
        p.id, null, ${now}
      from players p, unnest(array['username', 'email']) kind
      where p.deployment = 'local' and p.username like 'Seeded%' on conflict do nothing`,
    sql`unique_values (deployment, kind, value, player_id, until, created_at)
      select p.deployment, 'username', 'old' || p.username_key, p.id, ${later}, ${now} ${seeded}`,
    sql`connections (deployment, player_id, canonical_name, account_id, account_name, avatar, last_check,
        linked_at) select p.deployment, p.id, 'steam', p.id::text, '', '', ${now}, ${now} ${seeded}`,
    sql`blocks select p.deployment, p.id, p.id - 1, ${now} ${seeded} and p.username <> 'Seeded1'`,
    sql`account_events (deployment, id, player_id, type, data, recipients, at)
      select p.deployment, p.username, p.id, 'x', '{}', '{}', ${now} ${seeded}`,
  ]
  for (const row of rows) await sql`insert into ${row}`.execute(executor)
}

/** Tables with a row per player of which `act` reads more than a few rows. */
async function readBy(act: (second: TestApp) => Promise<void>) {
  const { kysely } = app.services.database
  const others = await connectionsTo(kysely)
  const before = await rowsRead(kysely)
  const second = await startApp({ beside: app, nodes: 1 })
  try {
    await act(second)
  } finally {
    await second.close()
  }
  await allReported(kysely, others)
  const after = await rowsRead(kysely)
  return after
    .map(({ name, read }, index) => ({ name, read: read - (before[index]?.read ?? 0) }))
    .filter(({ read }) => read > few)
}

/** A connection reports its reads when it ends, which is a moment after it was closed. */
async function allReported(executor: Executor, others: number): Promise<void> {
  while ((await connectionsTo(executor)) > others) await pause(20)
}

async function connectionsTo(executor: Executor): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from pg_stat_activity
    where datname = current_database()`.execute(executor)
  return rows[0]?.count ?? 0
}

async function rowsRead(executor: Executor) {
  const { rows } = await sql<{ name: string; read: number }>`
    select relname as name, (seq_tup_read + coalesce(idx_tup_fetch, 0))::float8 as read
    from pg_stat_user_tables
    where schemaname = 'public' and n_live_tup >= ${players - 1} order by relname`.execute(executor)
  return rows
}

describe('a database of ten thousand players', () => {
  it('has every table that grows among the counted ones', async () => {
    expect((await rowsRead(app.services.database.kysely)).map(({ name }) => name)).toEqual([
      'access_tokens',
      'account_events',
      'attempts',
      'blocks',
      'captcha_passes',
      'connections',
      'consents',
      'mail_links',
      'players',
      'sessions',
      'solved_challenges',
      'surveys',
      'unique_values',
    ])
  })

  it('reads a few rows of each table in the life of an account', async () => {
    const read = await readBy(async (second) => {
      const visitor = await signedInPlayer(second)
      const { Username, Email } = registerForm()
      await second.visitor().call('identify', { body: logInForm({ UsernameOrEmail: Email }) })
      await second
        .visitor()
        .refused('identify', { body: logInForm({ UsernameOrEmail: 'Unknown' }) })
      await second.visitor().call('recoverPassword', { body: { email: Email } })
      const { Id_User: userId, Value, Refresh } = await visitor.readToken()
      for (const include of ['', 'Block']) {
        await visitor.call('readProfile', { path: { userId }, query: { include } })
      }
      await visitor.call('listConnections', {})
      await visitor.call('listNewsletters', {})
      await visitor.call('optInUser', { body: { ListId: 1, IsOptIn: true, IsG2GOptIn: false } })
      await visitor.call('listUserCookies', { path: { userId } })
      await visitor.call('acceptAllCookies', { path: { userId }, body: { IsAllReject: false } })
      const taken = { Email: 'seeded7@seeded.test', ConfirmEmail: 'seeded7@seeded.test' }
      await visitor.refused('updateEmail', { path: { userId }, body: taken })
      await visitor.call('refreshToken', {
        query: { access_token: Value, refresh_token: Refresh, client_id: '' },
      })
      await visitor.logIn(Username, samplePassword)
      await visitor.call('deleteUser', {
        path: { userId },
        body: { Password: samplePassword, Email, Id_DeletionType: null, DeletionReason: '' },
      })
    })
    expect(read).toEqual([])
  })

  it('reads only expired rows in maintenance', async () => {
    expect(await readBy((second) => runMaintenance(second.services))).toEqual([])
  })
})
