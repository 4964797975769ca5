import { maskEmail } from '@gatehouse/contract/display'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertAccessKeys } from '../../src/database/accounts/accessKeys.ts'
import { runMaintenance } from '../../src/maintenance/runMaintenance.ts'
import { enrol, strong } from '../fixtures/enrolled.ts'
import { addPasskey, refusedPasskey, softPasskey } from '../fixtures/passkeys/passkeySteps.ts'
import {
  confirmedPlayer,
  followLink,
  linkToken,
  type RegisterForm,
  registerForm,
  samplePassword,
  signedInPlayer,
} from '../fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../fixtures/startApp.ts'
import { logInForm } from '../fixtures/testVisitor.ts'

/*
 * A visitor can type any person's address into a form. That has no effect for the owner or for the
 * visitors who typed it, until a mail to the address is read.
 */

let app: TestApp
const day = 86_400
const intruders = '198.51.100.66'
const taken = ['ERROR_EMAIL_EXIST@']
const unknownLink = ['ERROR_EMAIL_RECOVERY_NOTEXISTS@']
const wrongPassword = ['ERROR_USERNAME_PASSWORD_INCORRECT@']

beforeAll(async () => {
  app = await startApp({
    deployments: {
      local: { EnableSecuritySection: true },
      preprod: { RegisterWithAccessKeys: true },
      avalanche: strong,
    },
  })
})
afterAll(() => app.close())

/** Registers from an address and returns the link's secret. */
async function register(form: Partial<RegisterForm>, ip?: string, idempotencyKey?: string) {
  const body = registerForm(form)
  const options = idempotencyKey === undefined ? {} : { idempotencyKey }
  await app.visitor('local', ip).call('registerNewUser', { body }, options)
  return linkToken(app, body.Email)
}

const confirm = (Uid: string) => followLink(app.visitor(), Uid)
const confirmRefused = async (Uid: string) =>
  (await app.visitor().refused('confirmEmail', { body: { Uid } })).items
/** The secret of the mail that a right password causes, in place of the last one. */
const reminded = async (email: string, last: string) => {
  await expect.poll(() => linkToken(app, email)).not.toBe(last)
  return linkToken(app, email)
}
const registerRefused = async (form: Partial<RegisterForm>, idempotencyKey?: string) => {
  const options = idempotencyKey === undefined ? {} : { idempotencyKey }
  const body = registerForm(form)
  return (await app.visitor().refused('registerNewUser', { body }, options)).items
}
const logInRefused = async (UsernameOrEmail: string, Password: string) =>
  (await app.visitor().refused('logIn', { body: logInForm({ UsernameOrEmail, Password }) })).items

const idsOf = async (email: string) => {
  const rows = await app.services.database.kysely
    .selectFrom('players')
    .select('id')
    .where('email_key', '=', email)
    .execute()
  return rows.map(({ id }) => id)
}

describe('a registration with the address of another person', () => {
  it('stops no owner from registering, before or after, and each link opens its own account (C20)', async () => {
    const Email = 'olga@site.test'
    const before = await register(
      { Username: 'Earlier', Email, Password: 'Intruder1Horses' },
      intruders,
    )
    const own = await register({ Username: 'Olga', Email })
    const later = await register(
      { Username: 'Later', Email, Password: 'Intruder2Horses' },
      intruders,
    )
    expect(new Set([before, own, later]).size).toBe(3)

    // The address means the newest registration, and no password logs in.
    expect(await logInRefused(Email, 'Intruder2Horses')).toEqual(['ERROR_USER_CONFIRMED@'])
    const laterAgain = await reminded(Email, later)
    expect(await logInRefused(Email, 'Intruder1Horses')).toEqual(wrongPassword)
    expect(await confirm(own)).toEqual({ Username: 'Olga' })
    await app.visitor().logIn(Email, samplePassword)

    expect(await confirmRefused(before)).toEqual(taken)
    expect(await confirmRefused(laterAgain)).toEqual(taken)
    for (const Password of ['Intruder1Horses', 'Intruder2Horses']) {
      expect(await logInRefused(Email, Password)).toEqual(wrongPassword)
    }
    expect(await logInRefused('Later', 'Intruder2Horses')).toEqual(['ERROR_USER_CONFIRMED@'])
    expect(await registerRefused({ Username: 'Again', Email })).toEqual(['ERROR_EMAIL_EXIST@Email'])
  })

  it('is said in the later mail, and each link asks its reader for the account by its name (C20, D22)', async () => {
    const Email = 'quinn@site.test'
    const before = await register({ Username: 'Squatter1', Email, Password: 'Intruder1Horses' })
    const textOf = async () => (await app.mails(Email)).at(-1)?.text ?? ''
    expect(await textOf()).not.toContain('another account')
    const own = await register({ Username: 'Quinn', Email })
    expect(await textOf()).toContain('This address waits for another account under another name')
    expect(await textOf()).toContain('if you chose the name Quinn')
    for (const [Uid, Username] of [
      [before, 'Squatter1'],
      [own, 'Quinn'],
    ]) {
      const body = { Uid: Uid ?? '' }
      for (const named of [{}, { Username: '' }, { Username: 'Other' }]) {
        const asked = app.visitor().call('confirmEmail', { body: { ...body, ...named } })
        await expect(asked).rejects.toMatchObject({
          body: { ErrorMessages: [{ ErrorMessage: 'ERROR_EMAIL_SHARED', Account: { Username } }] },
        })
      }
    }
    expect(await logInRefused('Squatter1', 'Intruder1Horses')).toEqual(['ERROR_USER_CONFIRMED@'])
    const beforeAgain = await reminded(Email, own)
    const body = { Uid: own, Username: 'quinn' }
    expect(await app.visitor().call('confirmEmail', { body })).toEqual({ Username: 'Quinn' })
    // Repeated, it needs no press, and the other link is over.
    expect(await app.visitor().call('confirmEmail', { body: { Uid: own } })).toEqual({
      Username: 'Quinn',
      IsRepeated: true,
    })
    expect(await confirmRefused(beforeAgain)).toEqual(taken)
  })

  it('stops no player from changing to the address, whose reader decides (C20)', async () => {
    const Email = 'petra.new@site.test'
    await confirmedPlayer(app, registerForm({ Username: 'Petra' }))
    const squatted = await register({ Username: 'Squatter', Email }, intruders)
    const petra = app.visitor()
    const { Id_User: userId } = await petra.logIn('Petra', samplePassword)
    const body = { Email, ConfirmEmail: Email }
    await petra.call('updateEmail', { path: { userId }, body })
    const uid = await linkToken(app, Email)
    await app.visitor().call('confirmEmailUpdate', { query: { uid } })
    expect(await confirmRefused(squatted)).toEqual(taken)
    await app.visitor().logIn(Email, samplePassword)
  })

  it('is mailed five times an hour by one visitor, and the owner still gets a mail (C20)', async () => {
    const Email = 'rita@site.test'
    for (let tries = 0; tries < 8; tries += 1) {
      await register({ Username: `Flood${tries}`, Email }, intruders)
    }
    expect(await app.mails(Email)).toHaveLength(5)
    const own = await register({ Username: 'Rita', Email })
    expect(await app.mails(Email)).toHaveLength(6)
    expect(await confirm(own)).toEqual({ Username: 'Rita' })
  })

  it('is recovered as the newest one, and no other is confirmed afterwards (C20)', async () => {
    const Email = 'sara@site.test'
    const first = await register({ Username: 'Sara', Email })
    const second = await register({ Username: 'Prepared', Email }, intruders)
    await app.visitor().call('recoverPassword', { body: { email: Email } })
    const Token = await linkToken(app, Email)
    const Password = 'Another9Battery'
    const body = { Token, Password, Confirm: Password }
    await app.visitor().call('validatePasswordRecovery', { body })
    expect(await confirmRefused(first)).toEqual(taken)
    expect(await confirm(second)).toEqual({ Username: 'Prepared', IsRepeated: true })
    expect(await logInRefused('Prepared', samplePassword)).toEqual(wrongPassword)
    await app.visitor().logIn(Email, Password)
  })

  it('is not recovered once another one is confirmed (D22)', async () => {
    const Email = 'tina@site.test'
    const own = await register({ Username: 'Tina', Email })
    await register({ Username: 'Prepared2', Email }, intruders)
    await app.visitor().call('recoverPassword', { body: { email: Email } })
    const Token = await linkToken(app, Email)
    await confirm(own)
    const body = { Token, Password: 'Another9Battery', Confirm: 'Another9Battery' }
    expect((await app.visitor().refused('validatePasswordRecovery', { body })).items).toEqual([
      'ERROR_PASSWORD_RECOVERY_NOTEXISTS@',
    ])
    await app.visitor().logIn(Email, samplePassword)
  })
})

describe('an intruder who adds factors to an account that waits for its owner', () => {
  const at = 'avalanche'
  const newPassword = 'Another9Battery'

  async function recoverAccount(email: string) {
    const owner = app.visitor(at)
    await owner.call('recoverPassword', { body: { email } })
    const Token = await linkToken(app, email)
    const body = { Token, Password: newPassword, Confirm: newPassword }
    await owner.call('validatePasswordRecovery', { body })
    await owner.logIn(email, newPassword)
    return owner
  }

  /** All ways that could lead into an account. */
  async function waysInto(Username: string) {
    const { kysely } = app.services.database
    const { id, factors } = await kysely
      .selectFrom('players')
      .select(['id', 'factors'])
      .where('deployment', '=', at)
      .where('username', '=', Username)
      .executeTakeFirstOrThrow()
    const counts = await Promise.all(
      (['sessions', 'passkeys', 'authenticator_apps', 'recovery_code_sets'] as const).map((table) =>
        kysely.selectFrom(table).select('player_id').where('player_id', '=', id).execute(),
      ),
    )
    return { factors, rows: counts.flat().length }
  }

  /**
   * Registers with the owner's address, tries all that adds a factor, and answers what was tried.
   */
  async function intrude(Username: string) {
    const intruder = app.visitor(at, intruders)
    const form = registerForm({ Username, Password: 'Intruder1Horses' })
    await intruder.call('registerNewUser', { body: form })
    const first = await linkToken(app, form.Email)
    const body = logInForm({ UsernameOrEmail: form.Email, Password: form.Password })
    const entry = await intruder.refused('logIn', { body })
    const Uid = await reminded(form.Email, first)
    const passkey = softPasskey(app, {}, at)
    // A challenge that everybody gets: none for adding is given without a session.
    const { Options } = await intruder.call('passkeyLogInOptions', { body: { ClientId: '' } })
    const user = { id: passkey.userHandle, name: Username, displayName: Username }
    const Credential = passkey.create({ ...Options, user })
    const addition = { body: { Credential, Name: 'Laptop' } }
    const answers = [
      await intruder.refused('passkeyOptions', { body: {} }),
      await intruder.refused('addPasskey', addition),
      await intruder.refused('startAuthenticator', { body: {} }),
      await intruder.refused('confirmAuthenticator', {
        body: { Id: 1, Code: '123456', Name: 'Phone' },
      }),
      await intruder.refused('makeRecoveryCodes', { body: {} }),
      await intruder.refused('setTwoStep', { body: { IsOn: true } }),
    ]
    const tried = { entry: entry.items, status: answers.map(({ status }) => status) }
    return { intruder, Email: form.Email, Uid, logIn: { body }, passkey, addition, tried }
  }

  const nothing = { factors: 0, rows: 0 }
  const inVain = {
    entry: ['ERROR_USER_CONFIRMED@'],
    status: [401, 401, 401, 401, 401, 401],
  }

  it('gets nowhere before the owner confirms it, and finds nothing of theirs there afterwards (SX-38)', async () => {
    const { intruder, Uid, passkey, addition, tried } = await intrude('Waits')
    expect(tried).toEqual(inVain)
    expect(await waysInto('Waits')).toEqual(nothing)
    await app.visitor(at).call('confirmEmail', { body: { Uid } })
    expect(await waysInto('Waits')).toEqual(nothing)
    expect((await intruder.refused('addPasskey', addition)).status).toBe(401)
    expect(await refusedPasskey(intruder, passkey)).toEqual(['ERROR_PASSKEY_UNKNOWN@'])
  })

  it('gets nowhere before the owner recovers it, and has not even the password then (SX-38)', async () => {
    const { intruder, Email, logIn, passkey, addition, tried } = await intrude('WaitsToo')
    expect(tried).toEqual(inVain)
    await recoverAccount(Email)
    // The owner's session.
    expect(await waysInto('WaitsToo')).toEqual({ factors: 0, rows: 1 })
    expect((await intruder.refused('logIn', logIn)).items).toEqual(wrongPassword)
    expect((await intruder.refused('addPasskey', addition)).status).toBe(401)
    expect(await refusedPasskey(intruder, passkey)).toEqual(['ERROR_PASSKEY_UNKNOWN@'])
  })

  it('loses session, passkey, app and codes where the account has them anyway (SX-38)', async () => {
    const form = registerForm({ Username: 'Moved', Password: 'Intruder1Horses' })
    const intruder = await signedInPlayer(app, form, at)
    const passkey = softPasskey(app, {}, at)
    await addPasskey(intruder, passkey)
    await enrol(app, form.Username, intruder)
    await intruder.call('setTwoStep', { body: { IsOn: true } })
    // No call makes an account unconfirmed.
    const players = app.services.database.kysely.updateTable('players')
    await players.set({ confirmed_at: null }).where('username', '=', form.Username).execute()

    const owner = await recoverAccount(form.Email)
    expect((await intruder.refused('listConnections', {})).status).toBe(401)
    expect(await refusedPasskey(app.visitor(at), passkey)).toEqual(['ERROR_PASSKEY_UNKNOWN@'])
    expect(await owner.call('readSecurity', {})).toMatchObject({
      Passkeys: [],
      Apps: [],
      CodesLeft: null,
      TwoStep: false,
    })
    // The credential is free again: its device may add it to its own account.
    await addPasskey(owner, passkey)
  })
})

function batchAt(deployment: string) {
  const made_at = app.clock.now()
  return { deployment, label: '', made_by: 'ada', made_at, expires_at: null }
}

describe('a registration that stays unconfirmed', () => {
  it('goes after seven days with its name, link and access key, and a confirmed one stays (C27)', async () => {
    const { kysely } = app.services.database
    const at = 'preprod'
    const AccessKeyValue = 'KEY-OF-AN-UNCONFIRMED-ONE'
    await insertAccessKeys(kysely, batchAt(at), [AccessKeyValue])
    const form = registerForm({ Username: 'Gone', G2GSegaOptin: true, AccessKeyValue })
    await app.visitor(at).call('registerNewUser', { body: form })
    const dead = await linkToken(app, form.Email)
    await confirmedPlayer(app, registerForm({ Username: 'Stays' }))

    app.clock.advance(7 * day - 1)
    await runMaintenance(app.services)
    expect(await idsOf(form.Email)).toHaveLength(1)
    app.clock.advance(1)
    await runMaintenance(app.services)
    expect(await idsOf(form.Email)).toEqual([])
    expect(await idsOf('stays@site.test')).toHaveLength(1)
    const again = app.visitor(at)
    expect((await again.refused('confirmEmail', { body: { Uid: dead } })).items).toEqual(
      unknownLink,
    )
    await again.call('registerNewUser', {
      body: { ...form, Email: 'gone2@site.test', ConfirmEmail: 'gone2@site.test' },
    })
  })

  it('stays for seven days from its last mail on (C27)', async () => {
    await register({ Username: 'Slow' })
    app.clock.advance(6 * day)
    await app.visitor().call('sendConfirmationEmail', { body: { Email: 'slow@site.test' } })
    const newer = await linkToken(app, 'slow@site.test')
    app.clock.advance(6 * day)
    await runMaintenance(app.services)
    expect(await confirm(newer)).toEqual({ Username: 'Slow' })
  })

  it('is kept where it was imported or banned (C27)', async () => {
    const { kysely } = app.services.database
    await register({ Username: 'Banned' })
    await register({ Username: 'Imported' })
    const players = kysely.updateTable('players')
    await players.set({ banned_at: app.clock.now() }).where('username', '=', 'Banned').execute()
    await players.set({ register_ip: null }).where('username', '=', 'Imported').execute()
    app.clock.advance(8 * day)
    await runMaintenance(app.services)
    expect(await idsOf('banned@site.test')).toHaveLength(1)
    expect(await idsOf('imported@site.test')).toHaveLength(1)
  })
})

describe('a registration that its sender corrects', () => {
  const key = 'the-key-of-vera'

  it('keeps its name with another address, and the wrong address’s link is dead (C27)', async () => {
    const wrong = await register({ Username: 'Vera', Email: 'vear@site.test' }, undefined, key)
    expect(await registerRefused({ Username: 'Vera', Email: 'mine@site.test' })).toEqual([
      'ERROR_USERNAME_EXIST@Username',
    ])
    expect(await registerRefused({ Username: 'Vera', Email: 'mine@site.test' }, 'a-guess')).toEqual(
      ['ERROR_USERNAME_EXIST@Username'],
    )
    const right = await register({ Username: 'Vera', Email: 'vera@site.test' }, undefined, key)
    expect(await idsOf('vear@site.test')).toEqual([])
    expect(await confirmRefused(wrong)).toEqual(unknownLink)
    // The corrected form is found by its key like any other.
    await register({ Username: 'Vera', Email: 'vera@site.test' }, undefined, key)
    expect(await app.mails('vera@site.test')).toHaveLength(1)
    expect(await confirm(right)).toEqual({ Username: 'Vera' })
    expect(await registerRefused({ Username: 'Vera', Email: 'third@site.test' }, key)).toEqual([
      'ERROR_NOT_ALLOWED@',
    ])
  })

  it('uses its access key again, and happens once for ten requests at the same moment (C27)', async () => {
    const { kysely } = app.services.database
    const at = 'preprod'
    const AccessKeyValue = 'KEY-OF-A-CORRECTED-ONE'
    await insertAccessKeys(kysely, batchAt(at), [AccessKeyValue])
    const options = { idempotencyKey: 'the-key-of-wanda' }
    const form = registerForm({ Username: 'Wanda', Email: 'wadna@site.test', AccessKeyValue })
    await app.visitor(at).call('registerNewUser', { body: form }, options)
    const body = { ...form, Email: 'wanda@site.test', ConfirmEmail: 'wanda@site.test' }
    await Promise.all(
      Array.from({ length: 10 }, () => app.visitor(at).call('registerNewUser', { body }, options)),
    )
    expect([await idsOf('wadna@site.test'), await idsOf('wanda@site.test')]).toEqual([
      [],
      [expect.any(Number)],
    ])
    const stolen = registerForm({ Username: 'Thief', AccessKeyValue })
    expect((await app.visitor(at).refused('registerNewUser', { body: stolen })).items).toEqual([
      'ERROR_ACCESS_KEY_ALREADY_USED@',
    ])
  })
})

describe('a dead confirmation link', () => {
  it('gets another one to the address of its own registration, which it shows masked (D21)', async () => {
    const Email = 'xenia@site.test'
    const first = await register({ Username: 'Xenia', Email })
    await register({ Username: 'Newest', Email }, intruders)
    await app.visitor().call('sendConfirmationEmail', { body: { Email } })
    const renew = (Uid: string) => app.visitor().call('renewConfirmation', { body: { Uid } })
    app.clock.advance(1)
    expect(await renew(first)).toEqual({ Email: maskEmail(Email) })
    const second = await linkToken(app, Email)
    expect(await renew(first)).toEqual({ Email: maskEmail(Email) })
    const third = await linkToken(app, Email)
    expect(await confirmRefused(second)).toEqual(unknownLink)
    app.clock.advance(7 * day)
    expect(await confirmRefused(third)).toEqual(['ERROR_EMAIL_RECOVERY_EXPIRED@'])
    await renew(third)
    const last = await linkToken(app, Email)
    expect(await confirm(last)).toEqual({ Username: 'Xenia' })
    const refused = await app.visitor().refused('renewConfirmation', { body: { Uid: last } })
    expect(refused.items).toEqual(unknownLink)
  })

  it('of a mail, alive or dead, says its address masked, and an unknown one nothing', async () => {
    const Email = 'zelda@site.test'
    const Uid = await register({ Username: 'Zelda', Email })
    const read = { body: { Kind: 'confirmation', Uid } } as const
    expect(await app.visitor().call('readMailLink', read)).toEqual({ Email: maskEmail(Email) })
    expect(await confirm(Uid)).toEqual({ Username: 'Zelda' })
    for (const Kind of ['confirmation', 'new-address', 'undo'] as const) {
      const body = { Kind, Uid: 'guess' }
      const refused = await app.visitor().refused('readMailLink', { body })
      expect(refused.items).toEqual(unknownLink)
    }
    const elsewhere = await app.visitor('sandbox').refused('readMailLink', read)
    expect(elsewhere.items).toEqual(['ERROR_NOT_ALLOWED@'])
  })

  it('gets no other one where calls beyond the specification are off (D21)', async () => {
    const body = { Uid: 'u' }
    const refused = await app.visitor('sandbox').refused('renewConfirmation', { body })
    expect(refused.items).toEqual(['ERROR_NOT_ALLOWED@'])
  })

  it('cannot be guessed, and mails no more than five an hour (D21)', async () => {
    const Uid = await register({ Username: 'Yvonne' })
    for (let tries = 0; tries < 8; tries += 1) {
      await app.visitor().call('renewConfirmation', { body: { Uid } })
    }
    expect(await app.mails('yvonne@site.test')).toHaveLength(6)
    const guesser = app.visitor('local', intruders)
    for (let tries = 0; tries < 20; tries += 1) {
      const body = { Uid: `guess${tries}` }
      expect((await guesser.refused('renewConfirmation', { body })).items).toEqual(unknownLink)
    }
    const last = await guesser.refused('renewConfirmation', { body: { Uid: 'x' } })
    expect(last.items).toEqual(['ERROR_TOO_MANY_ATTEMPTS@'])
  })
})
