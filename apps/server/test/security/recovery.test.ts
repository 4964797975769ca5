import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { doDueRecoveries } from '../../src/auth/account-protection/recoverByLink.ts'
import {
  enrolledPlayer,
  type Enrolled,
  firstStep,
  logInTwice,
  strong,
} from '../fixtures/enrolled.ts'
import {
  acting,
  entryOf,
  newestSafetyMail,
  readSafety,
  type SafetyMail,
  safetyMails,
} from '../fixtures/safetyMails.ts'
import { registerForm, samplePassword, signedInPlayer } from '../fixtures/samples/samplePlayers.ts'
import { startLinkingApp } from '../fixtures/partners/startLinkingApp.ts'
import { type StandIns, startStandIns } from '../fixtures/processes/standIns.ts'
import { signInAt } from '../fixtures/signInAt.ts'
import type { TestApp } from '../fixtures/startApp.ts'
import type { TestVisitor } from '../fixtures/testVisitor.ts'
import { codeAt } from '../fixtures/totp.ts'

/* A player who has lost every second factor gets in again, by two kinds of proof and a wait. */

let standIns: StandIns
let app: TestApp
const day = 24 * 3600
const fresh = 'Owners8Password'

beforeAll(async () => {
  standIns = await startStandIns()
  app = await startLinkingApp(standIns, {
    deployments: { local: { ...strong, SignInWith: 'twitch' } },
  })
})
afterAll(async () => {
  await app.close()
  await standIns.stop()
})

const elsewhere = (last: number) => app.visitor('local', `198.51.100.${last}`)
const newest = (address: string, subject: RegExp) => newestSafetyMail(app, address, subject)
const prove = (visitor: TestVisitor, mail: SafetyMail, Password = '', Number = mail.number) =>
  visitor.call('addRecoveryProof', { body: { Link: mail.link, Number, Password } })
const refused = async (visitor: TestVisitor, mail: SafetyMail, Password = '') => {
  const body = { Link: mail.link, Number: mail.number, Password }
  return (await visitor.refused('addRecoveryProof', { body })).items
}

interface Loser extends Enrolled {
  readonly id: number
  readonly address: string
}

/** A player who has had a password and an app for 20 days, and no longer the app. */
async function loser(name: string): Promise<Loser> {
  const player = await enrolledPlayer(app, name)
  const { Id_User: id } = await player.visitor.readToken()
  app.clock.advance(20 * day)
  await player.visitor.readToken()
  return { ...player, id, address: `${name.toLowerCase()}@site.test` }
}

const ask = (UsernameOrEmail: string) =>
  elsewhere(9).call('askSafetyLink', { body: { UsernameOrEmail, For: 'recover' } })

/** A case that waits: mailbox and password, on a device that is not known. */
async function waiting(name: string): Promise<Loser> {
  const player = await loser(name)
  await ask(name)
  await prove(elsewhere(7), await newest(player.address, /Get back into/), samplePassword)
  return player
}

const caseOf = (id: number) =>
  app.services.database.kysely
    .selectFrom('recovery_cases')
    .selectAll()
    .where('player_id', '=', id)
    .orderBy('id', 'desc')
    .executeTakeFirst()

const stateOf = async (id: number) => (await caseOf(id))?.state

const rowOf = (id: number) =>
  app.services.database.kysely
    .selectFrom('players')
    .selectAll()
    .where('deployment', '=', 'local')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

const actsOf = async (id: number) => {
  const entries = await app.services.database.kysely
    .selectFrom('account_ledger')
    .select('act')
    .where('player_id', '=', id)
    .orderBy('id')
    .execute()
  return entries.map(({ act }) => act).filter((act) => act.startsWith('recover'))
}

async function pass(days: number) {
  app.clock.advance(days * day)
  await doDueRecoveries(app.services)
}

const subjects = async (address: string, subject: RegExp) =>
  (await app.mails(address)).filter((mail) => subject.test(mail.subject)).length

const finish = (visitor: TestVisitor, mail: SafetyMail) =>
  visitor.call('actOnSafetyLink', acting(mail, { Act: 'finish', Password: fresh, Confirm: fresh }))

/** Sets a new password by the mailbox. */
async function recoverPassword(email: string) {
  await elsewhere(66).call('recoverPassword', { body: { email } })
  const text = (await app.mails(email)).findLast(({ subject }) => subject.startsWith('Reset'))?.text
  const Token = /token=([\w-]+)/.exec(text ?? '')?.[1] ?? ''
  const body = { Token, Password: fresh, Confirm: fresh }
  await elsewhere(66).call('validatePasswordRecovery', { body })
}

describe('a recovery case', () => {
  it('opens the account after its wait, with a new password and without a second step (AT-SEC-35, F-8)', async () => {
    const { id, name, address, visitor } = await loser('Ada')
    const device = elsewhere(7)
    const { Handle } = await firstStep(device, name)
    const opened = await device.call('openRecovery', { body: { Handle } })
    expect(opened).toMatchObject({ Have: ['password'], DueAt: null, WaitDays: 7 })
    const mail = await newest(address, /Get back into/)
    expect(await readSafety(device, mail)).toMatchObject({
      Kind: 'recover',
      NeedsNumber: true,
      Recovery: { Have: ['password'], MayPassword: false, Services: [] },
    })
    expect(await refused(device, { ...mail, number: '' })).toEqual(['ERROR_NUMBER_INVALID@Number'])
    const { Have, DueAt } = await prove(device, mail)
    expect(Have).toEqual(['password', 'mailbox'])
    expect(DueAt).toBe(new Date(app.clock.now().getTime() + 7 * day * 1000).toISOString())
    const reminder = /asks to get into/
    expect(await subjects(address, reminder)).toBe(1)
    // The account works as before.
    expect((await visitor.call('readSecurity', {})).RecoveryAt).toBe(DueAt)
    await firstStep(device, name)
    for (const [days, mails] of [
      [1, 2],
      [2, 3],
      [2, 3],
      [1, 4],
    ] as const) {
      await pass(days)
      expect([days, await subjects(address, reminder)]).toEqual([days, mails])
    }
    expect(await subjects(address, /can get back/)).toBe(0)
    app.clock.advance(day)
    await Promise.all([doDueRecoveries(app.services), doDueRecoveries(app.services)])
    expect(await subjects(address, /can get back/)).toBe(1)
    const last = await newest(address, /can get back/)
    expect(await readSafety(device, last)).toMatchObject({ Kind: 'finish', NeedsPassword: true })
    const done = await finish(device, last)
    expect(done).toMatchObject({ Outcome: 'done' })
    expect(await finish(device, last)).toMatchObject({ Outcome: 'done' })
    expect(await rowOf(id)).toMatchObject({ factors: 0, held_until: expect.any(Date) })
    expect((await visitor.refused('readLastLogIn', {})).status).toBe(401)
    await device.logIn(name, fresh)
    const body = { path: { userId: id }, body: { Username: 'Adelaide' } }
    expect((await device.refused('updateUsername', body)).items).toEqual(['ERROR_ACCOUNT_HELD@'])
    expect(await actsOf(id)).toEqual(['recovery-opened', 'recovered'])
    expect(await stateOf(id)).toBe('done')
  })

  it('takes its last link for a day, gives another one for a week, and then ends', async () => {
    const { id, name, address } = await waiting('Bea')
    await pass(7)
    const first = await newest(address, /can get back/)
    await pass(2)
    const late = await elsewhere(7).refused('readSafetyLink', { body: { Link: first.link } })
    expect(late.items).toEqual(['ERROR_SAFETY_LINK_EXPIRED@'])
    await ask(name)
    const another = await newest(address, /can get back/)
    expect(another.link).not.toBe(first.link)
    expect((await readSafety(elsewhere(7), another)).Kind).toBe('finish')
    await pass(5)
    expect(await stateOf(id)).toBe('expired')
    expect((await rowOf(id)).factors).not.toBe(0)
  })

  it('is begun by the mailbox with an account of a service, linked for long', async () => {
    const { address, name, secret, visitor } = await loser('Cleo')
    await logInTwice(app, visitor, { name, secret })
    const CallbackPath = '/twitch/callback'
    const url = await visitor.call('twitchAuth', { query: { callbackPath: CallbackPath } })
    const { code: Code = '', state: State = '' } = await signInAt(url, '441900001')
    await visitor.call('twitchCallback', { body: { Code, State, CallbackPath } })
    const device = elsewhere(7)
    const service = { service: 'twitch' }
    const proveTwitch = async (Link: string, user: string) => {
      const at = await device.call('recoveryServiceUrl', { path: service, body: { Link } })
      const Query = await signInAt(at, user)
      return { path: service, body: { Link, Query } }
    }
    await ask(name)
    const early = await newest(address, /Get back into/)
    expect(await prove(device, early)).toMatchObject({ Have: ['mailbox'], DueAt: null })
    const young = await device.refused(
      'addRecoveryService',
      await proveTwitch(early.link, '441900001'),
    )
    expect(young.items).toEqual(['ERROR_RECOVERY_NOT_ENOUGH@'])
    app.clock.advance(31 * day)
    await ask(name)
    const mail = await newest(address, /Get back into/)
    expect((await readSafety(device, mail)).Recovery?.Services).toEqual(['twitch'])
    await prove(device, mail)
    const foreign = await device.refused(
      'addRecoveryService',
      await proveTwitch(mail.link, '441900002'),
    )
    expect(foreign.items).toEqual(['ERROR_SERVICE_DENIED@'])
    const added = await device.call('addRecoveryService', await proveTwitch(mail.link, '441900001'))
    expect(added).toEqual({ Have: ['mailbox', 'service'], DueAt: expect.any(String) })
  })

  it('goes on where the mailbox was proven before the password', async () => {
    const { address, name } = await loser('Vera')
    await ask(name)
    const early = await newest(address, /Get back into/)
    expect((await prove(elsewhere(7), early)).Have).toEqual(['mailbox'])
    const device = elsewhere(7)
    const { Handle } = await firstStep(device, name)
    const { Have } = await device.call('openRecovery', { body: { Handle } })
    expect(Have).toEqual(['mailbox', 'password'])
    const proven = await prove(device, await newest(address, /Get back into/), '', '')
    expect(proven.DueAt).toEqual(expect.any(String))
  })

  it('is begun by the mailbox in a browser that has been known for 30 days', async () => {
    const { address, name, visitor } = await loser('Dora')
    await ask(name)
    const early = await newest(address, /Get back into/)
    expect((await prove(visitor, early, '', '')).Have).toEqual(['mailbox'])
    app.clock.advance(11 * day)
    await ask(name)
    const mail = await newest(address, /Get back into/)
    const proven = await prove(visitor, mail, '', '')
    expect(proven).toEqual({ Have: ['mailbox', 'browser'], DueAt: expect.any(String) })
  })

  it('opens an account that is frozen, and its freeze ends', async () => {
    const { id, name, address, visitor } = await loser('Emma')
    await visitor.call('freeze', { body: {} })
    await ask(name)
    await prove(elsewhere(7), await newest(address, /Get back into/), samplePassword)
    await pass(7)
    await finish(elsewhere(7), await newest(address, /can get back/))
    expect(await rowOf(id)).toMatchObject({ frozen_at: null, factors: 0 })
    await elsewhere(7).logIn(name, fresh)
  })

  it('that is finished is undone at once with the app that was removed (AT-SEC-38)', async () => {
    const { id, address, secret, appId } = await waiting('Fay')
    await pass(7)
    const thief = elsewhere(66)
    await finish(thief, await newest(address, /can get back/))
    await thief.logIn('Fay', fresh)
    app.clock.advance(60)
    const owner = elsewhere(7)
    const mail = await newest(address, /was recovered/)
    const from = entryOf(await readSafety(owner, mail), 'recovered')
    expect(from.Ways).toContain('totp')
    const Code = codeAt(secret, app.clock.now())
    const given = { From: from.Id, Way: 'totp', Code } as const
    const done = await owner.call('actOnSafetyLink', acting(mail, given))
    expect(done).toMatchObject({ Outcome: 'done', NotRestored: [] })
    const apps = await app.services.database.kysely
      .selectFrom('authenticator_apps')
      .select('id')
      .where('player_id', '=', id)
      .where('removed_at', 'is', null)
      .execute()
    expect(apps).toEqual([{ id: appId }])
    expect((await thief.refused('readLastLogIn', {})).status).toBe(401)
  })
})

describe('a recovery case is not begun', () => {
  it('by one proof, or by one proof twice (AT-SEC-37)', async () => {
    const { id, name, address } = await loser('Gina')
    await ask(name)
    const mail = await newest(address, /Get back into/)
    expect(await prove(elsewhere(7), mail)).toEqual({ Have: ['mailbox'], DueAt: null })
    expect(await refused(elsewhere(7), mail)).toEqual(['ERROR_RECOVERY_NOT_ENOUGH@'])
    expect(await refused(elsewhere(7), mail, 'Wrong1Horses')).toEqual([
      'ERROR_USERNAME_PASSWORD_INCORRECT@Password',
    ])
    expect(await stateOf(id)).toBe('collecting')
    await pass(1)
    expect(await stateOf(id)).toBe('expired')
  })

  it('by a password that the mailbox has set lately (SX-48)', async () => {
    const { id, name, address } = await loser('Hal')
    await recoverPassword(address)
    const thief = elsewhere(66)
    const { Handle } = await firstStep(thief, name, fresh)
    expect((await thief.call('openRecovery', { body: { Handle } })).Have).toEqual([])
    const mail = await newest(address, /Get back into/)
    expect(await refused(thief, mail, fresh)).toEqual(['ERROR_RECOVERY_NOT_ENOUGH@'])
    expect((await prove(thief, mail)).DueAt).toBeNull()
    expect(await stateOf(id)).toBe('collecting')
  })

  it('by a handle of another browser, for a player without second factors, or by links of other kinds (SX-43)', async () => {
    const { name, address, visitor } = await loser('Iris')
    const { Handle } = await firstStep(elsewhere(7), name)
    const { items } = await elsewhere(8).refused('openRecovery', { body: { Handle } })
    expect(items).toEqual(['ERROR_SECOND_FACTOR_EXPIRED@'])
    await signedInPlayer(app, registerForm({ Username: 'Plain' }))
    await ask('Plain')
    expect(await subjects('plain@site.test', /Get back into/)).toBe(0)
    expect(await ask('Nobody')).toEqual({})
    await elsewhere(9).call('askSafetyLink', { body: { UsernameOrEmail: name, For: 'secure' } })
    const freezing = await newest(address, /^Secure/)
    expect(await refused(elsewhere(7), freezing)).toEqual(['ERROR_SAFETY_LINK_NOTEXISTS@'])
    await ask(name)
    const mail = await newest(address, /Get back into/)
    for (const Act of ['freeze', 'restore', 'unfreeze', 'finish', 'cancel'] as const) {
      const tried = await visitor.refused('actOnSafetyLink', acting(mail, { Act }))
      expect([Act, tried.items]).toEqual([Act, ['ERROR_SAFETY_LINK_NOTEXISTS@']])
    }
  })

  it('while a former address has frozen the account', async () => {
    const { name, address, id, secret, visitor } = await loser('Jo')
    await logInTwice(app, visitor, { name, secret })
    const Email = 'jo-b@thief.test'
    await visitor.call('updateEmail', {
      path: { userId: id },
      body: { Email, ConfirmEmail: Email },
    })
    const text = (await app.mails(Email)).findLast((mail) => /uid=/.test(mail.text))?.text ?? ''
    const uid = /uid=([\w-]+)/.exec(text)?.[1] ?? ''
    await app.visitor().call('confirmEmailUpdate', { query: { uid } })
    const former = await newest(address, /email address/i)
    await elsewhere(7).call('actOnSafetyLink', acting(former, { Act: 'freeze' }))
    await ask(name)
    expect(await subjects(Email, /Get back into/)).toBe(0)
    app.clock.advance(8 * day)
    await ask(name)
    expect(await subjects(Email, /Get back into/)).toBe(1)
  })

  it('more than three times in 30 days', async () => {
    const { name, address, visitor } = await loser('Kay')
    for (let count = 0; count < 3; count += 1) {
      await ask(name)
      await prove(elsewhere(7), await newest(address, /Get back into/), samplePassword)
      await elsewhere(7).call(
        'actOnSafetyLink',
        acting(await newest(address, /asks to get/), { Act: 'cancel' }),
      )
      app.clock.advance(day)
    }
    await ask(name)
    const mail = await newest(address, /Get back into/)
    expect(await refused(elsewhere(7), mail, samplePassword)).toEqual(['ERROR_TOO_MANY_ATTEMPTS@'])
    await visitor.readToken()
    expect((await visitor.call('readSecurity', {})).RecoveryAt).toBeNull()
  })
})

describe('a recovery case is stopped', () => {
  it('by a log-in with a second factor (AT-SEC-36, SX-48)', async () => {
    const { id, address, visitor, ...player } = await waiting('Lou')
    await pass(5)
    await logInTwice(app, visitor, player)
    expect(await stateOf(id)).toBe('stopped')
    expect(await subjects(address, /recovery of your .* was stopped/)).toBe(1)
    await pass(3)
    expect(await subjects(address, /can get back/)).toBe(0)
    expect(await actsOf(id)).toEqual(['recovery-opened', 'recovery-stopped'])
  })

  it('in a session, and by the link of a mail, which needs its number', async () => {
    const inSession = await waiting('Mia')
    await inSession.visitor.call('stopRecovery', { body: {} })
    await inSession.visitor.call('stopRecovery', { body: {} })
    expect(await stateOf(inSession.id)).toBe('stopped')
    const byMail = await waiting('Nora')
    // Another password ends other links, and not this one.
    await recoverPassword(byMail.address)
    const mail = await newest(byMail.address, /asks to get/)
    const page = await readSafety(elsewhere(8), mail)
    expect(page).toMatchObject({ Kind: 'cancel', NeedsNumber: true, NeedsPassword: false })
    const without = acting(mail, { Act: 'cancel', Number: '' })
    const { items } = await elsewhere(8).refused('actOnSafetyLink', without)
    expect(items).toEqual(['ERROR_NUMBER_INVALID@Number'])
    expect(await stateOf(byMail.id)).toBe('waiting')
    await elsewhere(8).call('actOnSafetyLink', acting(mail, { Act: 'cancel' }))
    expect(await stateOf(byMail.id)).toBe('stopped')
    await pass(8)
    expect(await subjects(byMail.address, /can get back/)).toBe(0)
  })

  it('by a freeze and by a rewind (SX-47)', async () => {
    const frozen = await waiting('Olga')
    await frozen.visitor.call('freeze', { body: {} })
    expect(await stateOf(frozen.id)).toBe('stopped')
    const rewound = await waiting('Pia')
    app.clock.advance(60)
    const mail = await newest(rewound.address, /asks to get/)
    await elsewhere(8).call('askSafetyLink', {
      body: { UsernameOrEmail: 'Pia', For: 'secure' },
    })
    const secure = await newest(rewound.address, /^Secure/)
    const from = entryOf(await readSafety(elsewhere(8), secure), 'recovery-opened')
    await elsewhere(8).call('actOnSafetyLink', acting(secure, { From: from.Id }))
    expect(await stateOf(rewound.id)).toBe('stopped')
    const late = await elsewhere(8).refused('readSafetyLink', { body: { Link: mail.link } })
    expect(late.items).toEqual(['ERROR_SAFETY_LINK_EXPIRED@'])
  })

  it('when the account has another address at its end', async () => {
    const { id, address } = await waiting('Quill')
    await app.services.database.kysely
      .updateTable('players')
      .set({ email: 'other@site.test', email_key: 'other@site.test' })
      .where('id', '=', id)
      .execute()
    await pass(7)
    expect(await stateOf(id)).toBe('stopped')
    expect(await subjects(address, /can get back/)).toBe(0)
    expect(await subjects('other@site.test', /can get back/)).toBe(0)
  })
})

const many = <T>(one: () => Promise<T>) =>
  Promise.allSettled(Array.from({ length: 20 }, () => one()))

describe('twenty at once', () => {
  it('begin one wait, and finish once', async () => {
    const { id, name, address } = await loser('Ruth')
    await ask(name)
    const mail = await newest(address, /Get back into/)
    const begun = await many(() => prove(elsewhere(7), mail, samplePassword))
    expect(begun.some(({ status }) => status === 'fulfilled')).toBe(true)
    expect(await actsOf(id)).toEqual(['recovery-opened'])
    expect(await subjects(address, /asks to get/)).toBe(1)
    await pass(7)
    const last = await newest(address, /can get back/)
    await many(() => finish(elsewhere(7), last))
    expect(await actsOf(id)).toEqual(['recovery-opened', 'recovered'])
    expect(
      (await safetyMails(app, address)).filter(({ subject }) => /was recovered/.test(subject)),
    ).toHaveLength(1)
  })
})
