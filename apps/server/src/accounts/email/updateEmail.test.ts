import { maskEmail } from '@gatehouse/contract/display'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  confirmedPlayer,
  linkToken,
  registerForm,
  samplePassword,
  signedInPlayer,
} from '../../../test/fixtures/samples/samplePlayers.ts'
import { partnerPlayer } from '../../../test/fixtures/partners/partnerPlayer.ts'
import { type DeploymentName, startApp, type TestApp } from '../../../test/fixtures/startApp.ts'
import { logInForm, type TestVisitor } from '../../../test/fixtures/testVisitor.ts'

let app: TestApp
const day = 24 * 3600
const invalid = ['ERROR_EMAIL_RECOVERY_NOTEXISTS@']
const incorrect = ['ERROR_USERNAME_PASSWORD_INCORRECT@']
const expired = ['ERROR_EMAIL_RECOVERY_EXPIRED@']

beforeAll(async () => {
  app = await startApp({
    deployments: {
      sandbox: { enumerationProtection: 'strict' },
      staging: { EnableSecuritySection: true },
    },
  })
})
afterAll(() => app.close())

const player = (Username: string, deployment?: DeploymentName) =>
  signedInPlayer(app, registerForm({ Username }), deployment)

async function change(visitor: TestVisitor, Email: string, ConfirmEmail = Email) {
  const { Id_User: userId } = await visitor.readToken()
  return { path: { userId }, body: { Email, ConfirmEmail } }
}

/** Asks for another address; returns the tokens of both mails. */
async function asked(visitor: TestVisitor, from: string, to: string) {
  await visitor.call('updateEmail', await change(visitor, to))
  // With the security section the mail to the old address leads to its page.
  const undoing = await linkToken(app, from).catch(() => '')
  return { confirm: await linkToken(app, to), undo: undoing }
}

const confirm = (uid: string) => app.visitor().call('confirmEmailUpdate', { query: { uid } })
const undo = (uid: string) =>
  app.visitor().call('recoverEmailUpdate', { query: { uid, sig: 'a+b', x: '1' } })
const confirmRefused = async (uid: string) =>
  (await app.visitor().refused('confirmEmailUpdate', { query: { uid } })).items
const undoRefused = async (uid: string) =>
  (await app.visitor().refused('recoverEmailUpdate', { query: { uid } })).items
const refused = async (visitor: TestVisitor, email: string, again?: string) =>
  (await visitor.refused('updateEmail', await change(visitor, email, again))).items
const logInRefused = async (UsernameOrEmail: string, Password = samplePassword) =>
  (await app.visitor().refused('logIn', { body: logInForm({ UsernameOrEmail, Password }) })).items
const waiting = async (visitor: TestVisitor) => (await visitor.call('readEmailChange', {})).Email
const subjects = async (email: string) => (await app.mails(email)).map(({ subject }) => subject)

describe('a request for another address', () => {
  it('is refused when the address is invalid, taken or confirmed differently (AT-UPD-02, R-5.8-17)', async () => {
    const visitor = await player('Ada')
    await confirmedPlayer(app, registerForm({ Username: 'Bea' }))
    expect(await refused(visitor, '')).toEqual(['ERROR_EMAIL_EMPTY@Email'])
    expect(await refused(visitor, 'BEA@site.test', 'x')).toEqual([
      'ERROR_EMAIL_EXIST@Email',
      'ERROR_CONFIRM_EMAIL_INVALID@ConfirmEmail',
    ])
    expect(await refused(visitor, 'Ada@Site.test')).toEqual(['ERROR_EMAIL_EXIST@Email'])
    expect(await refused(visitor, 'a@b.mailinator.com')).toEqual([
      'ERROR_EMAIL_DISPOSABLE_ADDRESS@Email',
    ])
  })

  it('needs a recent authentication (M-8, E01)', async () => {
    const visitor = await player('Cleo')
    app.clock.advance(15 * 60 + 1)
    expect(await refused(visitor, 'cleo2@site.test')).toEqual(['ERROR_REAUTHENTICATION_REQUIRED@'])
    expect(await app.mails('cleo2@site.test')).toEqual([])
  })

  it('is refused in partner environments and for partner accounts (E10, I05)', async () => {
    for (const deployment of ['relic', 'local'] as const) {
      const visitor = await partnerPlayer(app, deployment, 'Petra')
      expect(await refused(visitor, 'new@site.test')).toEqual(['ERROR_NOT_ALLOWED@'])
    }
    const visitor = app.visitor('relic')
    for (const name of ['confirmEmailUpdate', 'recoverEmailUpdate'] as const) {
      expect((await visitor.refused(name, { query: { uid: 'x' } })).items).toEqual([
        'ERROR_NOT_ALLOWED@',
      ])
    }
  })

  it('hides a known address under strict protection and notifies its owner (A08)', async () => {
    await confirmedPlayer(app, registerForm({ Username: 'Sandra' }), 'sandbox')
    const visitor = await player('Sigrid', 'sandbox')
    await visitor.call('updateEmail', await change(visitor, 'sandra@site.test'))
    expect((await subjects('sandra@site.test')).at(-1)).toMatch(/^You already have/)
    // The own mailbox gets what it gets for an address that is free.
    expect((await subjects('sigrid@site.test')).at(-1)).toMatch(/is about to change$/)
  })

  it('is refused after ten requests a day', async () => {
    const visitor = await player('Dora')
    for (let count = 0; count < 10; count += 1) await refused(visitor, '')
    expect(await refused(visitor, 'dora2@site.test')).toEqual(['ERROR_TOO_MANY_ATTEMPTS@'])
  })
})

describe('a change that waits', () => {
  it('is shown with its address masked until its link is followed or too old', async () => {
    const visitor = await player('Wanda', 'staging')
    expect(await waiting(visitor)).toBe('')
    await visitor.call('updateEmail', await change(visitor, 'wanda.new@site.test'))
    expect(await waiting(visitor)).toBe(maskEmail('wanda.new@site.test'))
    app.clock.advance(day + 1)
    const { Id_User: userId } = await visitor.readToken()
    expect(await waiting(visitor)).toBe('')
    const body = { Password: samplePassword }
    await visitor.call('validatePassword', { path: { userId }, body })
    const { confirm: link } = await asked(visitor, 'wanda@site.test', 'wanda.two@site.test')
    await app.visitor('staging').call('confirmEmailUpdate', { query: { uid: link } })
    expect(await waiting(visitor)).toBe('')
  })

  it('ends by the press of its player, and its link with it', async () => {
    const visitor = await player('Willa', 'staging')
    const { confirm: link } = await asked(visitor, 'willa@site.test', 'willa.new@site.test')
    await visitor.call('cancelEmailChange', { body: {} })
    expect(await waiting(visitor)).toBe('')
    const followed = app.visitor('staging').refused('confirmEmailUpdate', { query: { uid: link } })
    expect((await followed).items).toEqual(invalid)
    const { items } = await visitor.refused('repeatEmailChange', { body: {} })
    expect(items).toEqual(['ERROR_NOT_ALLOWED@'])
  })

  it('is mailed again with a link in place of the one before, and at most ten times a day', async () => {
    const visitor = await player('Wilma', 'staging')
    const first = await asked(visitor, 'wilma@site.test', 'wilma.new@site.test')
    // A session that has not proven itself lately asks for nothing new by it.
    app.clock.advance(20 * 60)
    await visitor.call('repeatEmailChange', { body: {} })
    const second = await linkToken(app, 'wilma.new@site.test')
    const confirmIn = (uid: string) =>
      app.visitor('staging').refused('confirmEmailUpdate', { query: { uid } })
    expect((await confirmIn(first.confirm)).items).toEqual(invalid)
    for (let count = 0; count < 8; count += 1) {
      await visitor.call('repeatEmailChange', { body: {} })
    }
    const { items } = await visitor.refused('repeatEmailChange', { body: {} })
    expect(items).toEqual(['ERROR_TOO_MANY_ATTEMPTS@'])
    // The address itself gets five an hour.
    expect(await app.mails('wilma.new@site.test')).toHaveLength(5)
    expect(second).not.toBe(first.confirm)
  })

  it('is a separate call only where the deployment goes beyond the specification', async () => {
    const visitor = await player('Wiktor', 'prod')
    expect((await visitor.refused('readEmailChange', {})).items).toEqual(['ERROR_NOT_ALLOWED@'])
  })
})

describe('the confirmation of another address', () => {
  it('changes the address only when its link is followed, and notifies both addresses (AT-UPD-03, E02)', async () => {
    const visitor = await player('Eva')
    const links = await asked(visitor, 'eva@site.test', 'Eva.New@site.test')
    expect(await logInRefused('eva.new@site.test')).toEqual(['ERROR_USER_UNKNOWN@UsernameOrEmail'])
    await app.visitor().logIn('eva@site.test', samplePassword)
    await confirm(links.confirm)
    await app.visitor().logIn('eva.new@site.test', samplePassword)
    expect(await logInRefused('eva@site.test')).toEqual(['ERROR_USER_UNKNOWN@UsernameOrEmail'])
    const { Id_User: userId } = await visitor.readToken()
    const profile = await visitor.call('readProfile', { path: { userId }, query: {} })
    expect(profile.Email).toBe('Eva.New@site.test')
    expect((await subjects('eva@site.test')).slice(-2)).toEqual([
      expect.stringMatching(/is about to change$/),
      expect.stringMatching(/was changed$/),
    ])
    expect((await subjects('Eva.New@site.test')).at(-1)).toMatch(/^Your new email address/)
    // The second warning leads to the same undo as the first.
    expect(await linkToken(app, 'eva@site.test')).toBe(links.undo)
  })

  it('repeats its success for a day and no longer (M-7, D04)', async () => {
    const visitor = await player('Fay')
    const { confirm: uid } = await asked(visitor, 'fay@site.test', 'fay2@site.test')
    await confirm(uid)
    app.clock.advance(day - 1)
    await confirm(uid)
    app.clock.advance(1)
    expect(await confirmRefused(uid)).toEqual(invalid)
  })

  it('expires after 24 hours, to the second (D06)', async () => {
    const visitor = await player('Gina')
    const { confirm: uid } = await asked(visitor, 'gina@site.test', 'gina2@site.test')
    app.clock.advance(day)
    expect(await confirmRefused(uid)).toEqual(expired)
  })

  it('is refused after a newer request (E05)', async () => {
    const visitor = await player('Hanna')
    const first = await asked(visitor, 'hanna@site.test', 'hanna2@site.test')
    const second = await asked(visitor, 'hanna@site.test', 'hanna3@site.test')
    expect(await confirmRefused(first.confirm)).toEqual(invalid)
    await confirm(second.confirm)
    await app.visitor().logIn('hanna3@site.test', samplePassword)
  })

  it('is refused when another player has taken the address', async () => {
    const visitor = await player('Ina')
    const { confirm: uid } = await asked(visitor, 'ina@site.test', 'wanted@site.test')
    await confirmedPlayer(app, registerForm({ Username: 'Jana', Email: 'wanted@site.test' }))
    expect(await confirmRefused(uid)).toEqual(['ERROR_EMAIL_EXIST@'])
    await app.visitor().logIn('ina@site.test', samplePassword)
  })

  it('refuses a link of another deployment, a missing link and the link of the other mail (D20)', async () => {
    const visitor = await player('Kira')
    const links = await asked(visitor, 'kira@site.test', 'kira2@site.test')
    const elsewhere = app.visitor('prod')
    const query = { uid: links.confirm }
    expect((await elsewhere.refused('confirmEmailUpdate', { query })).items).toEqual(invalid)
    expect((await elsewhere.refused('confirmEmailUpdate', { query: {} })).items).toEqual(invalid)
    expect(await confirmRefused(links.undo)).toEqual(invalid)
    expect(await undoRefused(links.confirm)).toEqual(invalid)
  })
})

describe('undoing a change of address', () => {
  it('restores the old address, ends all sessions and leads to a new password (E04, A-33)', async () => {
    const visitor = await player('Lena')
    const links = await asked(visitor, 'lena@site.test', 'lena2@site.test')
    await confirm(links.confirm)
    app.clock.advance(7 * day - 1)
    expect(await undo(links.undo)).toEqual({ Email: maskEmail('lena@site.test') })
    expect((await visitor.refused('listConnections', {})).status).toBe(401)
    expect(await logInRefused('lena@site.test')).toEqual(incorrect)
    await undo(links.undo)
    expect((await subjects('lena2@site.test')).at(-1)).toMatch(/was undone$/)
    const Token = await linkToken(app, 'lena@site.test')
    const Password = 'Another9Battery'
    await app.visitor().call('validatePasswordRecovery', {
      body: { Token, Password, Confirm: Password },
    })
    await app.visitor().logIn('lena@site.test', Password)
    expect(await undoRefused(links.undo)).toEqual(invalid)
    expect(await confirmRefused(links.confirm)).toEqual(invalid)
  })

  it('voids a thief’s password and later changes as well (E04)', async () => {
    const thief = await player('Mona')
    const first = await asked(thief, 'mona@site.test', 'thief@evil.test')
    await confirm(first.confirm)
    const Password = 'Thieves4Password'
    await thief.call('resetPassword', { body: { Password, ConfirmPassword: Password } })
    const second = await asked(thief, 'thief@evil.test', 'thief2@evil.test')
    await confirm(second.confirm)
    const third = await asked(thief, 'thief2@evil.test', 'thief3@evil.test')
    await undo(first.undo)
    for (const uid of [second.confirm, third.confirm]) {
      expect(await confirmRefused(uid)).toEqual(invalid)
    }
    expect(await undoRefused(second.undo)).toEqual(invalid)
    for (const password of [Password, samplePassword]) {
      expect(await logInRefused('mona@site.test', password)).toEqual(incorrect)
    }
    expect((await subjects('mona@site.test')).at(-1)).toMatch(/stays as it was$/)
  })

  it('cancels an unconfirmed change', async () => {
    const visitor = await player('Nora')
    const links = await asked(visitor, 'nora@site.test', 'nora2@site.test')
    await undo(links.undo)
    expect(await confirmRefused(links.confirm)).toEqual(invalid)
    expect(await logInRefused('nora@site.test')).toEqual(incorrect)
    expect((await subjects('nora2@site.test')).at(-1)).toMatch(/^Confirm/)
  })

  it('expires after seven days, to the second (D06)', async () => {
    const visitor = await player('Olga')
    const links = await asked(visitor, 'olga@site.test', 'olga2@site.test')
    await confirm(links.confirm)
    app.clock.advance(7 * day)
    expect(await undoRefused(links.undo)).toEqual(expired)
  })

  it('remains possible because the old address stays reserved until then', async () => {
    const visitor = await player('Pia')
    const links = await asked(visitor, 'pia@site.test', 'pia2@site.test')
    await confirm(links.confirm)
    const newcomer = { body: registerForm({ Username: 'Quinn', Email: 'pia@site.test' }) }
    expect((await app.visitor().refused('registerNewUser', newcomer)).items).toEqual([
      'ERROR_EMAIL_EXIST@Email',
    ])
    app.clock.advance(7 * day)
    await app.visitor().call('registerNewUser', newcomer)
  })

  it('happens once for two clicks at the same moment, and both succeed (E05)', async () => {
    const visitor = await player('Rosa')
    const links = await asked(visitor, 'rosa@site.test', 'rosa2@site.test')
    await confirm(links.confirm)
    await Promise.all([undo(links.undo), undo(links.undo)])
    const restored = (await subjects('rosa@site.test')).filter((text) =>
      /stays as it was/.test(text),
    )
    expect(restored).toHaveLength(1)
  })

  it('is refused after too many wrong tokens (D09)', async () => {
    const guesser = app.visitor('local', '198.51.100.99')
    const attempt = async () =>
      (await guesser.refused('recoverEmailUpdate', { query: { uid: 'made-up' } })).items
    for (let count = 0; count < 20; count += 1) expect(await attempt()).toEqual(invalid)
    expect(await attempt()).toEqual(['ERROR_TOO_MANY_ATTEMPTS@'])
  })
})
