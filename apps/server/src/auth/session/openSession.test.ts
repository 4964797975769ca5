import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findById } from '../../database/accounts/players.ts'
import { factorBits } from '../../database/schema/values.ts'
import { statementsOf } from '../../../test/fixtures/crashes/statementsOf.ts'
import {
  type PartnerApp,
  startPartnerApp,
} from '../../../test/fixtures/partners/startPartnerApp.ts'
import {
  comeBackRefused,
  leaveForLogin,
  logInThroughPartner,
  visitPartner,
} from '../../../test/fixtures/partners/throughPartner.ts'
import { guarded } from '../../../test/fixtures/samples/guarded.ts'
import {
  registerForm,
  samplePassword,
  signedInPlayer,
} from '../../../test/fixtures/samples/samplePlayers.ts'
import type { DeploymentName } from '../../../test/fixtures/startApp.ts'
import { logInForm } from '../../../test/fixtures/testVisitor.ts'

let app: PartnerApp

beforeAll(async () => {
  app = await startPartnerApp({ deployments: { relic: guarded }, withoutTrouble: true })
})
afterAll(() => app.close())

const kysely = () => app.services.database.kysely
const frozen = { status: 400, items: ['ERROR_ACCOUNT_FROZEN@'] }
const incorrect = { status: 400, items: ['ERROR_USERNAME_PASSWORD_INCORRECT@'] }

async function player(Username: string) {
  const visitor = await signedInPlayer(app, registerForm({ Username }))
  const { Id_User: id } = await visitor.readToken()
  return { visitor, id }
}

function change(id: number, values: { frozen_at?: Date | null; factors?: number }) {
  return kysely().updateTable('players').set(values).where('id', '=', id).executeTakeFirstOrThrow()
}

const sessionsOf = (id: number) =>
  kysely()
    .selectFrom('sessions')
    .select(['methods', 'second_at', 'browser_hash', 'refreshed_at'])
    .where('player_id', '=', id)
    .orderBy('id')
    .execute()

const provenOf = (playerId: number) =>
  ({
    playerId,
    clientId: '',
    partner: null,
    methods: ['pwd'],
    browserHash: null,
    isNewBrowser: false,
    trustResetAt: null,
    factors: 0,
  }) as const

const unknownVisitor = {
  ip: '203.0.113.9',
  address: '203.0.113.9',
  userAgent: 'Test',
  language: 'en' as const,
  sessionSecret: null,
  cookie: () => null,
  idempotencyKey: null,
  proofOfWork: null,
}

/** Lets the database refuse every new row of a table; returns the end of it. */
async function refuseInserts(table: 'mails' | 'sessions'): Promise<() => Promise<unknown>> {
  await sql`create or replace function refuse_insert() returns trigger language plpgsql as
    $$begin raise exception 'no insert'; end$$`.execute(kysely())
  await sql`create trigger refusing before insert on ${sql.table(table)}
    for each row execute function refuse_insert()`.execute(kysely())
  return () => sql`drop trigger refusing on ${sql.table(table)}`.execute(kysely())
}

describe('the function that opens sessions', () => {
  it('lets no frozen player in by name or id, and says so to the right password alone (S01)', async () => {
    const { visitor, id } = await player('Ada')
    await change(id, { frozen_at: app.clock.now() })
    const logIn = (Password: string) =>
      app.visitor().refused('logIn', { body: logInForm({ UsernameOrEmail: 'Ada', Password }) })
    const logInUser = (Password: string) =>
      app.visitor().refused('logInUser', { path: { userId: id }, body: { Password } })
    expect([await logIn(samplePassword), await logInUser(samplePassword)]).toEqual([frozen, frozen])
    expect([await logIn('Wrong7Password'), await logInUser('Wrong7Password')]).toEqual([
      incorrect,
      incorrect,
    ])
    expect((await visitor.refused('listConnections', {})).status).toBe(401)
    expect(await sessionsOf(id)).toHaveLength(1)
    await change(id, { frozen_at: null })
    await app.visitor().logIn('Ada', samplePassword)
  })

  it('lets no frozen player of a partner in (S01)', async () => {
    const name = 'relic' satisfies DeploymentName
    const visitor = app.visitor(name)
    await logInThroughPartner(visitor, 'known@relic.example')
    const { Id_User: id } = await visitor.readToken()
    await change(id, { frozen_at: app.clock.now() })
    const other = app.visitor(name)
    const back = await visitPartner(await leaveForLogin(other), 'known@relic.example')
    expect(await comeBackRefused(other, back)).toEqual(frozen)
    await change(id, { frozen_at: null })
  })

  it('opens nothing for a proof from before a freeze or another factor (S01)', async () => {
    const { id } = await player('Bea')
    const open = () =>
      app.services.sessions.open(null, app.deployment('local'), provenOf(id), unknownVisitor)
    const entries = () =>
      kysely().selectFrom('account_ledger').select('act').where('player_id', '=', id).execute()
    expect(await open()).not.toBeNull()
    await change(id, { factors: factorBits.app | factorBits.twoStep })
    expect(await open()).toBeNull()
    await change(id, { factors: 0, frozen_at: app.clock.now() })
    expect(await open()).toBeNull()
    expect(await entries()).toHaveLength(2)
    await change(id, { frozen_at: null })
    expect(await open()).not.toBeNull()
    expect((await findById(kysely(), 'local', id))?.factors).toBe(0)
  })

  it('keeps the session of the browser where the new one cannot be opened, and replaces it where it can', async () => {
    const { visitor, id } = await player('Fay')
    const living = async () =>
      (
        await kysely()
          .selectFrom('sessions')
          .select('id')
          .where('player_id', '=', id)
          .where('revoked_at', 'is', null)
          .execute()
      ).length
    const logIn = { body: logInForm({ UsernameOrEmail: 'Fay', Password: samplePassword }) }
    const end = await refuseInserts('sessions')
    expect((await visitor.refused('logIn', logIn)).status).toBeGreaterThanOrEqual(500)
    await end()
    await visitor.call('listConnections', {})
    const stale = { ...provenOf(id), factors: factorBits.app }
    const sessionSecret = visitor.jar.get('sso_session') ?? null
    const { sessions } = app.services
    expect(
      await sessions.open(null, app.deployment('local'), stale, {
        ...unknownVisitor,
        sessionSecret,
      }),
    ).toBeNull()
    await visitor.call('listConnections', {})
    expect(await living()).toBe(1)
    await visitor.call('logIn', logIn)
    expect(await living()).toBe(1)
    const rows = await kysely()
      .selectFrom('sessions')
      .select('family')
      .where('player_id', '=', id)
      .execute()
    expect([rows.length, new Set(rows.map(({ family }) => family)).size]).toEqual([2, 1])
  })

  it('stays open where the mail about a new browser cannot be written, which is logged', async () => {
    const { id } = await player('Gus')
    await change(id, { factors: factorBits.app })
    const end = await refuseInserts('mails')
    await app.visitor().logIn('Gus', samplePassword)
    await end()
    expect(app.logged.filter((line) => line.includes('transaction.callback_failed'))).toEqual([
      expect.stringContaining('no insert'),
    ])
    await app.visitor().logIn('Gus', samplePassword)
    expect((await app.mails('gus@site.test')).length).toBeGreaterThan(0)
  })

  it('makes the browser of a partner’s player known only where the security section is', async () => {
    expect(await entryOf('relic')).toEqual([
      'partner',
      { Methods: ['ext'], IsNewBrowser: true },
      true,
    ])
    expect(await entryOf('focus')).toEqual([
      'partner',
      { Methods: ['ext'], IsNewBrowser: false },
      false,
    ])
  })

  it('keeps by what the player was proven, through refreshes too', async () => {
    const { visitor, id } = await player('Cleo')
    const token = await visitor.readToken()
    await visitor.call('refreshToken', {
      query: { access_token: token.Value, refresh_token: token.Refresh, client_id: '' },
    })
    const rows = await sessionsOf(id)
    expect(rows).toHaveLength(2)
    const [first, second] = rows
    expect(first).toMatchObject({ methods: ['pwd'], second_at: null })
    expect(first?.browser_hash).toHaveLength(32)
    expect(second).toEqual({ ...first, refreshed_at: null })
  })

  it('writes a session and its entry once, and reads the player once more under a lock', async () => {
    await player('Dora')
    const body = logInForm({ UsernameOrEmail: 'Dora', Password: samplePassword })
    const statements = await statementsOf(() => app.visitor().call('logIn', { body }))
    const about = (table: string) => statements.filter((each) => each.includes(table))
    expect(about('account_ledger')).toHaveLength(1)
    expect(about('insert into "sessions"')).toHaveLength(1)
    expect(about('for share')).toHaveLength(1)
  })

  it('gives an authenticated call its session, methods and factors by one statement', async () => {
    const { visitor } = await player('Erin')
    const statements = await statementsOf(() => visitor.call('listConnections', {}))
    const reading = statements.filter((each) => /sessions|players/.test(each))
    expect(reading).toHaveLength(1)
    expect(reading[0]).toContain('s.methods')
    expect(reading[0]).toContain('p.factors')
  })
})

/** The newest entry of a partner's player, and whether the browser got a note. */
async function entryOf(name: 'relic' | 'focus') {
  const visitor = app.visitor(name)
  await logInThroughPartner(visitor, `known@${name}.example`)
  const { Id_User: id } = await visitor.readToken()
  const { shown, actor } = await kysely()
    .selectFrom('account_ledger')
    .select(['shown', 'actor'])
    .where('player_id', '=', id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return [actor, shown, visitor.jar.has('sso_browser')]
}
