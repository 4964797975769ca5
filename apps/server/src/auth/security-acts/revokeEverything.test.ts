import { inTransaction } from '../../database/transactions/inTransaction.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hashOf, newSecret } from '../../platform/crypto/secrets.ts'
import {
  linkToken,
  registerForm,
  samplePassword,
  signedInPlayer,
} from '../../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'
import { TestSite } from '../../../test/fixtures/testClient.ts'
import { logInForm, type TestVisitor } from '../../../test/fixtures/testVisitor.ts'
import { knownBrowserOf } from '../rate-limits/knownBrowsers.ts'
import { revokeEverything, type RevocationReason, whatEnds } from './revokeEverything.ts'

let app: TestApp

beforeAll(async () => {
  app = await startApp({ nodes: 1 })
})
afterAll(() => app.close())

/** A player of whom everything is open that whatEnds has a column for. */
async function exposedPlayer(Username: string): Promise<{ id: number; visitor: TestVisitor }> {
  const visitor = await signedInPlayer(app, registerForm({ Username }))
  const { Id_User: id } = await visitor.readToken()
  await new TestSite(app).signIn(visitor)
  const email = `${Username.toLowerCase()}@site.test`
  await app.visitor().call('recoverPassword', { body: { email } })
  const Email = `${Username.toLowerCase()}2@site.test`
  const body = { Email, ConfirmEmail: Email }
  await visitor.call('updateEmail', { path: { userId: id }, body })
  const guess = logInForm({ UsernameOrEmail: Username, Password: 'Wrong7Password' })
  await app.visitor('local', '198.51.100.30').refused('logIn', { body: guess })
  const query = { callbackPath: '/steam/callback', redirectUrl: '' }
  await visitor.call('steamAuth', { query })
  const at = app.clock.now()
  await app.services.database.kysely
    .insertInto('partner_login_codes')
    .values({
      deployment: 'local',
      code_hash: hashOf(newSecret()),
      player_id: id,
      client_id: '',
      browser_hash: hashOf(newSecret()),
      expires_at: new Date(at.getTime() + 60_000),
      used_at: null,
    })
    .execute()
  await openProofs(id)
  return { id, visitor }
}

/** A log-in that waits for its second step, a trusted browser, and a link to the account's safety. */
async function openProofs(player_id: number): Promise<void> {
  const { kysely } = app.services.database
  const ofPlayer = { deployment: 'local', player_id, created_at: app.clock.now() }
  const expires_at = new Date(app.clock.now().getTime() + 60_000)
  const step = { ...ofPlayer, handle_hash: hashOf(newSecret()), client_id: '', methods: ['pwd'] }
  await kysely
    .insertInto('second_steps')
    .values({ ...step, methods: ['pwd'], expires_at })
    .execute()
  const trusted = { ...ofPlayer, token_hash: hashOf(newSecret()), browser: 'Firefox', ip: '' }
  await kysely
    .insertInto('trusted_browsers')
    .values({ ...trusted, expires_at })
    .execute()
  const link = { ...ofPlayer, token_hash: hashOf(newSecret()), email_key: 'x@site.test' }
  await kysely
    .insertInto('safety_links')
    .values({ ...link, kind: 'unfreeze', expires_at })
    .execute()
  const at = app.clock.now()
  const account = { canonical_name: 'steam', account_id: `7656119${player_id}` }
  await kysely
    .insertInto('connections')
    .values({
      deployment: 'local',
      player_id,
      ...account,
      account_name: 'Ada',
      avatar: '',
      last_check: at,
      linked_at: at,
      signs_in: true,
    })
    .execute()
  const recovery = {
    deployment: 'local',
    player_id,
    email_key: 'x@site.test',
    state: 'collecting',
  } as const
  await kysely
    .insertInto('recovery_cases')
    .values({ ...recovery, opened_at: at, next_at: expires_at })
    .execute()
  const move = { deployment: 'local', player_id, to_player_id: player_id + 1, ...account }
  await kysely
    .insertInto('link_moves')
    .values({ ...move, asked_at: at, due_at: expires_at, until: expires_at })
    .execute()
}

const isOver = (row: object, ...ends: readonly string[]) =>
  ends.some((end) => (row as Readonly<Record<string, unknown>>)[end] !== null)

/** True for each kind of which anything still works. */
async function stillOpen(id: number, visitor: TestVisitor) {
  const { kysely } = app.services.database
  const rowsOf = (
    table:
      | 'sessions'
      | 'oidc_artifacts'
      | 'mail_links'
      | 'email_changes'
      | 'authorization_flows'
      | 'partner_login_codes'
      | 'second_steps'
      | 'trusted_browsers'
      | 'safety_links'
      | 'link_moves'
      | 'recovery_cases'
      | 'connections',
  ) => kysely.selectFrom(table).selectAll().where('player_id', '=', id).execute()
  const { password_hash, trust_reset_at } = await kysely
    .selectFrom('players')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const anyOpen = async (table: Parameters<typeof rowsOf>[0], ...ends: readonly string[]) =>
    (await rowsOf(table)).some((row) => !isOver(row, ...ends))
  const counters = await kysely
    .selectFrom('attempts')
    .select('count')
    .where('kind', '=', 'wrongPasswords')
    .where('subject_hash', '=', hashOf(`player ${id}`))
    .execute()
  const browser = { deployment: 'local', id, trust_reset_at }
  const cookie = visitor.jar.get('sso_browser') ?? null
  const { key, clock } = app.services
  return {
    sessions: await anyOpen('sessions', 'revoked_at'),
    clientTokens: await anyOpen('oidc_artifacts'),
    mailLinks: await anyOpen('mail_links', 'used_at', 'superseded_at'),
    pendingEmailChanges: await anyOpen('email_changes', 'voided_at', 'confirmed_at'),
    flows: await anyOpen('authorization_flows', 'used_at'),
    partnerLoginCodes: await anyOpen('partner_login_codes', 'used_at'),
    password: password_hash !== null,
    knownBrowsers: knownBrowserOf(key.browsers, cookie, browser, clock.now()) !== null,
    secondSteps: await anyOpen('second_steps', 'used_at'),
    trustedBrowsers: await anyOpen('trusted_browsers', 'revoked_at'),
    safetyLinks: await anyOpen('safety_links', 'used_at', 'superseded_at'),
    recoveryCases: await anyOpen('recovery_cases', 'ended_at'),
    linkMoves: await anyOpen('link_moves', 'moved_at', 'ended_at'),
    serviceWays: (await rowsOf('connections')).some((row) => 'signs_in' in row && row.signs_in),
    wrongGuesses: counters.some(({ count }) => count > 0),
  } satisfies Record<keyof (typeof whatEnds)[RevocationReason], boolean>
}

const reasons = Object.keys(whatEnds) as RevocationReason[]

it.each(reasons.map((reason, index) => [reason, `Ada${index}`] as const))(
  'a revocation for the reason %s ends what its row says, and nothing else (F25)',
  async (reason, Username) => {
    const { id, visitor } = await exposedPlayer(Username)
    const before = await stillOpen(id, visitor)
    expect(Object.values(before)).toEqual(Object.values(before).map(() => true))
    app.clock.advance(1)
    await inTransaction(app.services.database.kysely, (transaction) =>
      revokeEverything(transaction, { deployment: 'local', id }, reason, app.clock.now()),
    )
    const expected = Object.entries(whatEnds[reason]).map(([what, ends]) => [what, !ends])
    expect(await stillOpen(id, visitor)).toEqual(Object.fromEntries(expected))
  },
)

it('the right of the address before to undo a change outlives a new password (E17)', async () => {
  const { id, visitor } = await exposedPlayer('Bea')
  const uid = await linkToken(app, 'bea2@site.test')
  await app.visitor().call('confirmEmailUpdate', { query: { uid } })
  const undo = await linkToken(app, 'bea@site.test')
  const Password = 'Thieves4Password'
  await visitor.call('resetPassword', { body: { Password, ConfirmPassword: Password } })
  await app.visitor().call('recoverEmailUpdate', { query: { uid: undo } })
  const { email } = await app.services.database.kysely
    .selectFrom('players')
    .select('email')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(email).toBe('bea@site.test')
})

it('a log-in that was proven before opens no session after (F22)', async () => {
  const { id, visitor } = await exposedPlayer('Cleo')
  const owner = {
    playerId: id,
    clientId: '',
    partner: null,
    methods: ['pwd'],
    browserHash: null,
    isNewBrowser: false,
    factors: 0,
    trustResetAt: null,
  } as const
  const { sessions } = app.services
  const context = {
    ip: '203.0.113.9',
    address: '203.0.113.9',
    language: 'en' as const,
    userAgent: 'Test',
    sessionSecret: null,
    cookie: () => null,
    idempotencyKey: null,
    proofOfWork: null,
  }
  const local = app.deployment('local')
  expect(await sessions.open(null, local, owner, context)).not.toBeNull()
  const Password = 'Another9Battery'
  await visitor.call('resetPassword', { body: { Password, ConfirmPassword: Password } })
  expect(await sessions.open(null, local, owner, context)).toBeNull()
  await app.visitor().logIn('Cleo', Password)
  const old = logInForm({ UsernameOrEmail: 'Cleo', Password: samplePassword })
  expect((await app.visitor().refused('logIn', { body: old })).items).toEqual([
    'ERROR_USERNAME_PASSWORD_INCORRECT@',
  ])
})
