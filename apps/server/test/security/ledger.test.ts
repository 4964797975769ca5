import { lifetimes } from '@gatehouse/contract/limits'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readPlayerRecord } from '../../src/database/accounts/playerRecord.ts'
import { runMaintenance } from '../../src/maintenance/runMaintenance.ts'
import { newSteamId, linkSteam, unlinkSteam } from '../fixtures/partners/linkSteam.ts'
import { startLinkingApp } from '../fixtures/partners/startLinkingApp.ts'
import { gatehouse } from '../fixtures/processes/runGatehouse.ts'
import { type StandIns, startStandIns } from '../fixtures/processes/standIns.ts'
import { everyRow } from '../fixtures/samples/everyRow.ts'
import {
  linkToken,
  registerForm,
  samplePassword,
  signedInPlayer,
} from '../fixtures/samples/samplePlayers.ts'
import type { TestApp } from '../fixtures/startApp.ts'
import type { TestVisitor } from '../fixtures/testVisitor.ts'
import { logInForm } from '../fixtures/testVisitor.ts'

/* Acts on an account stand in its ledger, for its player to read; nothing else does. */

let standIns: StandIns
let app: TestApp

beforeAll(async () => {
  standIns = await startStandIns()
  app = await startLinkingApp(standIns)
})
afterAll(async () => {
  await app.close()
  await standIns.stop()
})

const ledgerOf = (playerId: number) =>
  app.services.database.kysely
    .selectFrom('account_ledger')
    .selectAll()
    .where('deployment', '=', 'local')
    .where('player_id', '=', playerId)
    .orderBy('id')
    .execute()

const actsOf = async (playerId: number) =>
  (await ledgerOf(playerId)).map(({ act, actor, shown }) => [act, actor, shown])

async function player(Username: string): Promise<{ visitor: TestVisitor; userId: number }> {
  const visitor = await signedInPlayer(app, registerForm({ Username }))
  return { visitor, userId: (await visitor.readToken()).Id_User }
}

const signedIn = (IsNewBrowser = true) => [
  'signed-in',
  'player',
  { Methods: ['pwd'], IsNewBrowser },
]

it('every sensitive act of a player stands in the ledger, with who did it and from where (S02)', async () => {
  const { visitor, userId } = await player('Ada')
  await visitor.call('validatePassword', {
    path: { userId },
    body: { Password: samplePassword },
  })
  await visitor.call('updateUsername', { path: { userId }, body: { Username: 'Adaline' } })
  await linkSteam(visitor, newSteamId())
  await unlinkSteam(visitor)
  const Password = 'Another9Battery'
  await visitor.call('resetPassword', { body: { Password, ConfirmPassword: Password } })
  const acts = await actsOf(userId)
  expect(acts).toEqual([
    signedIn(),
    ['proven', 'player', { Methods: ['pwd'] }],
    ['renamed', 'player', { From: 'Ada', To: 'Adaline' }],
    ['linked', 'player', { CanonicalName: 'steam', AccountName: expect.any(String) }],
    ['unlinked', 'player', { CanonicalName: 'steam', AccountName: expect.any(String) }],
    ['password-set', 'player', { How: 'changed' }],
  ])
  const rows = await ledgerOf(userId)
  const families = new Set(rows.map(({ family }) => family))
  expect([...families]).toEqual([expect.stringMatching(/^[\da-f-]{36}$/)])
  expect(rows.filter(({ ip, browser }) => ip === null || browser === '')).toEqual([])
  expect(rows.filter(({ before_sealed }) => before_sealed !== null).map(({ act }) => act)).toEqual([
    'renamed',
    'linked',
    'unlinked',
    'password-set',
  ])
})

it('a takeover by mail and its way back stand in the ledger, with masked addresses (S02)', async () => {
  const { visitor, userId } = await player('Bea')
  const Email = 'thief@site.test'
  await visitor.call('updateEmail', { path: { userId }, body: { Email, ConfirmEmail: Email } })
  const uid = await linkToken(app, Email)
  await app.visitor().call('confirmEmailUpdate', { query: { uid } })
  const undo = await linkToken(app, 'bea@site.test')
  await app.visitor().call('recoverEmailUpdate', { query: { uid: undo } })
  const Token = await linkToken(app, 'bea@site.test')
  const Password = 'Another9Battery'
  const body = { Token, Password, Confirm: Password }
  await app.visitor().call('validatePasswordRecovery', { body })
  expect((await actsOf(userId)).slice(1)).toEqual([
    ['email-changed', 'mail', { From: 'b.....a@site.test', To: 't.....f@site.test' }],
    ['email-restored', 'mail', { From: 't.....f@site.test', To: 'b.....a@site.test' }],
    ['password-set', 'mail', { How: 'recovered' }],
  ])
  const former = await app.services.database.kysely
    .selectFrom('former_addresses')
    .select(['email', 'withdrawn_at'])
    .where('player_id', '=', userId)
    .orderBy('id')
    .execute()
  expect(former).toEqual([
    { email: 'bea@site.test', withdrawn_at: null },
    { email: 'thief@site.test', withdrawn_at: expect.any(Date) },
  ])
})

it('a refused act leaves no entry (S03)', async () => {
  const { visitor, userId } = await player('Cleo')
  await player('Taken')
  const wrong = { Password: 'Wrong7Password' }
  await visitor.refused('validatePassword', { path: { userId }, body: wrong })
  await visitor.refused('updateUsername', { path: { userId }, body: { Username: 'Taken' } })
  await visitor.refused('resetPassword', { body: { Password: 'short', ConfirmPassword: 'short' } })
  await visitor.refused('confirmEmailUpdate', { query: { uid: 'nothing' } })
  const guess = logInForm({ UsernameOrEmail: 'Cleo', ...wrong })
  await app.visitor().refused('logIn', { body: guess })
  expect(await actsOf(userId)).toEqual([signedIn()])
})

it('an act of an operator stands in the ledger of its account, without a place (S02)', async () => {
  const { userId } = await player('Dora')
  for (const order of ['ban', 'unban', 'end-sessions', 'export']) {
    const { exitCode, errors } = await gatehouse(
      app,
      `players ${order} Dora --deployment local --why test --who eve`,
    )
    expect([exitCode, errors]).toEqual([0, ''])
  }
  expect((await actsOf(userId)).slice(1)).toEqual([
    ['support-banned', 'operator', {}],
    ['support-unbanned', 'operator', {}],
    ['sessions-ended', 'operator', {}],
    ['support-exported', 'operator', {}],
  ])
  const where = (await ledgerOf(userId)).slice(1).map(({ ip, browser }) => [ip, browser])
  expect(where).toEqual(where.map(() => [null, '']))
})

it('an entry can be neither changed nor removed, not even by a statement of our own (S04, AT-SEC-07)', async () => {
  const { userId } = await player('Erin')
  const { kysely } = app.services.database
  const nicer = { shown: JSON.stringify({ Methods: ['pwd'], IsNewBrowser: false }) } as never
  const changes = [{ act: 'proven' }, nicer, { ip: '192.0.2.1' }, { at: new Date(0) }] as const
  for (const change of changes) {
    const update = kysely.updateTable('account_ledger').set(change).where('player_id', '=', userId)
    await expect(update.execute()).rejects.toThrow('do not change')
  }
  const removal = kysely.deleteFrom('account_ledger').where('player_id', '=', userId)
  await expect(removal.execute()).rejects.toThrow('sweep and erasure alone')
  expect(await actsOf(userId)).toEqual([signedIn()])
})

it('an entry loses what was there before after a week, the address after a month, and goes after half a year (S05, AT-SEC-08)', async () => {
  const { visitor, userId } = await player('Fay')
  await linkSteam(visitor, newSteamId())
  await unlinkSteam(visitor)
  const left = async () =>
    (await ledgerOf(userId)).map(({ before_sealed, ip, user_agent, browser }) => [
      before_sealed !== null,
      ip !== null,
      user_agent !== null,
      browser !== '',
    ])
  const from = app.clock.now().getTime()
  const at = async (seconds: number) => {
    app.clock.advance((from - app.clock.now().getTime()) / 1000 + seconds)
    await runMaintenance(app.services)
    return left()
  }
  // Seven days, and the wait of a rewind.
  const undoable = 8 * 24 * 3600
  const [whole, sealed] = [
    [false, true, true, true],
    [true, true, true, true],
  ]
  expect(await at(undoable - 1)).toEqual([whole, sealed, sealed])
  expect(await at(undoable + 1)).toEqual([whole, whole, whole])
  const bare = [false, false, false, true]
  expect(await at(lifetimes.activityAddress + 1)).toEqual([bare, bare, bare])
  expect(await at(lifetimes.activity - 1)).toHaveLength(3)
  expect(await at(lifetimes.activity + 1)).toEqual([])
})

it('an export shows factors, former addresses and activity without a secret, and an erasure leaves none of it (S06)', async () => {
  const { userId } = await player('Gwen')
  const { kysely } = app.services.database
  await fillEveryTable(userId)
  const exported = JSON.stringify(await readPlayerRecord(kysely, 'local', userId))
  expect(exported).toContain('My phone')
  expect(exported).toContain('My key')
  expect(exported).toContain('gwen.before@site.test')
  expect(exported).toContain('signed-in')
  expect(exported).not.toMatch(/canary|63616e617279|"type":"Buffer"/)
  expect(await everyRow(kysely)).toMatch(/My phone/)
  const { exitCode } = await gatehouse(
    app,
    'players erase Gwen --deployment local --why asked --who eve',
  )
  expect(exitCode).toBe(0)
  const rows = (await everyRow(kysely)).split('\n')
  const traces = /canary|63616e617279|My phone|My key|gwen/i
  expect(rows.filter((row) => traces.test(row) && !/outbox|\bmails |pgboss/.test(row))).toEqual([])
  expect(await ledgerOf(userId)).toEqual([])
})

/** A row in each table of factors, with the word canary in what must not be shown. */
async function fillEveryTable(playerId: number): Promise<void> {
  const { kysely } = app.services.database
  const now = app.clock.now()
  const later = new Date(now.getTime() + 1e9)
  const secret = Buffer.from('canary')
  const of = { deployment: 'local', player_id: playerId }
  const rows: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
    [
      'passkeys',
      {
        rp_id: 'localhost',
        credential_id: secret,
        public_key: secret,
        counter: 0,
        transports: sql`'{}'`,
        aaguid: '00000000-0000-0000-0000-000000000000',
        is_backup_eligible: false,
        is_backed_up: false,
        name: 'My key',
        created_at: now,
      },
    ],
    ['passkey_users', { user_handle: secret }],
    [
      'authenticator_apps',
      {
        secret_sealed: 'canary',
        name: 'My phone',
        session_family: '00000000-0000-0000-0000-000000000000',
        created_at: now,
      },
    ],
    ['recovery_code_sets', { salt: secret, made_at: now }],
    [
      'trusted_browsers',
      { token_hash: secret, browser: 'Firefox', ip: '', created_at: now, expires_at: later },
    ],
    [
      'second_steps',
      {
        handle_hash: secret,
        methods: sql`'{pwd}'`,
        client_id: '',
        created_at: now,
        expires_at: later,
      },
    ],
    [
      'safety_links',
      {
        token_hash: secret,
        kind: 'unfreeze',
        email_key: 'gwen@site.test',
        created_at: now,
        expires_at: later,
      },
    ],
    [
      'former_addresses',
      {
        email: 'gwen.before@site.test',
        email_key: 'gwen.before@site.test',
        since: now,
        until: now,
      },
    ],
  ]
  for (const [table, values] of rows) {
    await kysely
      .insertInto(table as 'passkey_users')
      .values({ ...of, ...values } as never)
      .execute()
  }
  const { id } = await kysely
    .selectFrom('recovery_code_sets')
    .select('id')
    .where('player_id', '=', playerId)
    .executeTakeFirstOrThrow()
  await kysely
    .insertInto('recovery_codes')
    .values({ ...of, set_id: id, code_hash: secret })
    .execute()
}
