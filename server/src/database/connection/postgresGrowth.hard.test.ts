import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { runMaintenance } from '../../maintenance/runMaintenance.ts'
import {
  registerForm,
  samplePassword,
  signedInPlayer,
} from '../../../test/fixtures/samplePlayers.ts'
import { logInForm } from '../../../test/fixtures/testVisitor.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'
import type { Executor } from './openDatabase.ts'

/*
 * What a call costs must not depend on how many players there are. PostgreSQL counts what it reads of
 * every table: a plan that reads a whole one, or all of one deployment, is seen there.
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
  await allTold(kysely, others)
})
afterAll(() => app.close())

/** Players with everything that a player leaves behind, of the deployment that is asked. */
async function fill(executor: Executor, now: Date): Promise<void> {
  const later = sql`${now}::timestamptz + interval '20 days'`
  await sql`insert into players (deployment, username, username_key, email, email_key, created_at)
    select 'local', 'Crowd' || n, 'crowd' || n, 'crowd' || n || '@crowd.test',
      'crowd' || n || '@crowd.test', ${now} from generate_series(1, ${players}::int) n`.execute(
    executor,
  )
  const crowd = sql`from players p where p.deployment = 'local' and p.username like 'Crowd%'`
  const hash = sql`sha256(p.username::bytea)`
  const rows = [
    sql`sessions (deployment, family, player_id, client_id, session_id_hash, refresh_hash,
        access_token_expires_at, created_at, seen_at, expires_at, authenticated_at, ip, user_agent)
      select p.deployment, gen_random_uuid(), p.id, '', ${hash}, ${hash}, ${now}, ${now}, ${now},
        ${later}, ${now}, '', '' ${crowd}`,
    sql`access_tokens select s.deployment, s.session_id_hash, s.id, s.expires_at from sessions s`,
    sql`attempts select p.deployment, 'wrongPasswords', ${hash}, 1, ${later} ${crowd}`,
    sql`mail_links (deployment, token_hash, kind, player_id, email, created_at, expires_at)
      select p.deployment, ${hash}, 'confirm', p.id, p.email, ${now}, ${later} ${crowd}`,
    sql`consents (deployment, player_id, subject, accepted, text_version, ip, at)
      select p.deployment, p.id, 'privacy', true, '1', '', ${now} ${crowd}`,
    sql`captcha_passes select p.deployment, ${hash}, null, true, true, '', ${now} ${crowd}`,
    sql`solved_challenges select p.deployment, ${hash}, ${now} ${crowd}`,
    sql`surveys select p.deployment, p.id, '{}', '', ${now}, ${now} ${crowd}`,
    sql`username_quarantine select p.deployment, 'old' || p.username_key, p.id, ${later} ${crowd}`,
    sql`connections (deployment, player_id, canonical_name, account_id, account_name, avatar, last_check,
        linked_at) select p.deployment, p.id, 'steam', p.id::text, '', '', ${now}, ${now} ${crowd}`,
    sql`blocks select p.deployment, p.id, p.id - 1, ${now} ${crowd} and p.username <> 'Crowd1'`,
    sql`account_events (deployment, id, player_id, type, data, recipients, at)
      select p.deployment, p.username, p.id, 'x', '{}', '{}', ${now} ${crowd}`,
  ]
  for (const row of rows) await sql`insert into ${row}`.execute(executor)
}

/** Tables with a row a player of which `act` has more read than a few. */
async function readBy(act: (beside: TestApp) => Promise<void>) {
  const { kysely } = app.services.database
  const others = await connectionsTo(kysely)
  const before = await rowsRead(kysely)
  const beside = await startApp({ beside: app, nodes: 1 })
  try {
    await act(beside)
  } finally {
    await beside.close()
  }
  await allTold(kysely, others)
  const after = await rowsRead(kysely)
  return after
    .map(({ name, read }, index) => ({ name, read: read - (before[index]?.read ?? 0) }))
    .filter(({ read }) => read > few)
}

/** A connection tells what it has read when it ends, which is a moment after it was closed. */
async function allTold(executor: Executor, others: number): Promise<void> {
  await vi.waitFor(async () => expect(await connectionsTo(executor)).toBeLessThanOrEqual(others), {
    timeout: 20_000,
  })
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

describe('beside ten thousand players', () => {
  it('every table that grows is watched', async () => {
    expect((await rowsRead(app.services.database.kysely)).map(({ name }) => name)).toEqual([
      'account_events',
      'attempts',
      'access_tokens',
      'blocks',
      'captcha_passes',
      'connections',
      'consents',
      'mail_links',
      'players',
      'sessions',
      'solved_challenges',
      'surveys',
      'username_quarantine',
    ])
  })

  it('the life of an account reads a few rows of each table', async () => {
    const read = await readBy(async (beside) => {
      const visitor = await signedInPlayer(beside)
      const { Username, Email } = registerForm()
      await beside.visitor().call('identify', { body: logInForm({ UsernameOrEmail: Email }) })
      await beside.visitor().refused('identify', { body: logInForm({ UsernameOrEmail: 'Nobody' }) })
      await beside.visitor().call('recoverPassword', { body: { email: Email } })
      const { Id_User: userId, Value, Refresh } = await visitor.readToken()
      for (const include of ['', 'Block']) {
        await visitor.call('readProfile', { path: { userId }, query: { include } })
      }
      await visitor.call('listConnections', {})
      await visitor.call('listNewsletters', {})
      await visitor.call('optInUser', { body: { ListId: 1, IsOptIn: true, IsG2GOptIn: false } })
      await visitor.call('listUserCookies', { path: { userId } })
      await visitor.call('acceptAllCookies', { path: { userId }, body: { IsAllReject: false } })
      const taken = { Email: 'crowd7@crowd.test', ConfirmEmail: 'crowd7@crowd.test' }
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

  it('maintenance reads what is over alone', async () => {
    expect(await readBy((beside) => runMaintenance(beside.services))).toEqual([])
  })
})
