import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  confirmedPlayer,
  linkToken,
  registerForm,
  registerPlayer,
  samplePassword,
  signedInPlayer,
} from '../../../test/fixtures/samples/samplePlayers.ts'
import { guarded } from '../../../test/fixtures/samples/guarded.ts'
import { partnerPlayer } from '../../../test/fixtures/partners/partnerPlayer.ts'
import { type DeploymentName, startApp, type TestApp } from '../../../test/fixtures/startApp.ts'
import { logInForm } from '../../../test/fixtures/testVisitor.ts'

let app: TestApp
const newPassword = 'Another9Battery'

beforeAll(async () => {
  app = await startApp({
    deployments: { sandbox: { enumerationProtection: 'strict' }, test: guarded },
  })
})
afterAll(() => app.close())

const ask = (email: string, deployment?: DeploymentName) =>
  app.visitor(deployment).call('recoverPassword', { body: { email } })

/** A new player who has asked for a recovery mail; returns its token. */
async function recovering(Username: string, deployment?: DeploymentName): Promise<string> {
  const { Email } = await confirmedPlayer(app, registerForm({ Username }), deployment)
  await ask(Email, deployment)
  return linkToken(app, Email)
}

const form = (Token: string, Password = newPassword, Confirm = Password) => ({
  body: { Token, Password, Confirm },
})

const logIn = (UsernameOrEmail: string, Password: string) => ({
  body: logInForm({ UsernameOrEmail, Password }),
})

async function refusalOf(body: ReturnType<typeof form>, deployment?: DeploymentName) {
  return (await app.visitor(deployment).refused('validatePasswordRecovery', body)).items
}

describe('a request for a recovery mail', () => {
  it('is refused for empty, broken and unknown addresses (AT-PWD-02, R-8.4-2)', async () => {
    const visitor = app.visitor()
    const items = async (email: string) =>
      (await visitor.refused('recoverPassword', { body: { email } })).items
    expect(await items('')).toEqual(['ERROR_EMAIL_EMPTY@Email'])
    expect(await items('nobody')).toEqual(['ERROR_EMAIL_INCORRECT_FORMAT@Email'])
    expect(await items('nobody@site.test')).toEqual(['ERROR_EMAIL_UNKNOWN@Email'])
  })

  it('is answered alike for every address under strict protection, and mails only players with a password (A05)', async () => {
    await confirmedPlayer(app, registerForm({ Username: 'Sandra' }), 'sandbox')
    await partnerPlayer(app, 'sandbox', 'Petra')
    for (const email of ['sandra@site.test', 'petra@relic.test', 'nobody@site.test']) {
      expect(await ask(email, 'sandbox')).toEqual({})
    }
    expect((await app.mails('sandra@site.test')).at(-1)?.subject).toMatch(/^Reset your/)
    expect(await app.mails('petra@relic.test')).toEqual([])
    expect(await app.mails('nobody@site.test')).toEqual([])
  })

  it('is refused for an account of a partner’s player (I05)', async () => {
    await partnerPlayer(app, 'local', 'Paula')
    const refused = await app
      .visitor()
      .refused('recoverPassword', { body: { email: 'paula@relic.test' } })
    expect(refused.items).toEqual(['ERROR_NOT_ALLOWED@'])
  })

  it('and the new password are refused where players log in by the partner (C14, AT-ROUTE-07)', async () => {
    const visitor = app.visitor('relic')
    const asked = await visitor.refused('recoverPassword', { body: { email: 'a@site.test' } })
    expect(asked.items).toEqual(['ERROR_NOT_ALLOWED@'])
    expect(await refusalOf(form('x'), 'relic')).toEqual(['ERROR_NOT_ALLOWED@'])
  })

  it('sends an address five mails an hour, and the last link works (D14)', async () => {
    const token = await recovering('Mallory')
    for (let count = 0; count < 6; count += 1) await ask('MALLORY@site.test')
    const mails = await app.mails('mallory@site.test')
    expect(mails.filter(({ subject }) => subject.startsWith('Reset'))).toHaveLength(5)
    expect(await refusalOf(form(token))).toEqual(['ERROR_PASSWORD_RECOVERY_NOTEXISTS@'])
    const newest = await linkToken(app, 'mallory@site.test')
    await app.visitor().call('validatePasswordRecovery', form(newest))
  })

  it('sends a mail with time, origin and one link to the portal', async () => {
    const { Email } = await confirmedPlayer(app, registerForm({ Username: 'Nora' }))
    await app.visitor().send({
      method: 'POST',
      url: '/api/password/password-recovery',
      payload: { email: Email },
      headers: {
        'user-agent': 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0',
        'x-forwarded-host': 'evil.test',
      },
    })
    const text = (await app.mails(Email)).at(-1)?.text ?? ''
    expect(text).toContain('from Firefox on Windows, IP address 203.0.113.7')
    const { AccountUrl } = app.deployment('local').configuration
    const urls = text.match(/https?:\S+/g) ?? []
    expect(urls).toHaveLength(1)
    expect(urls[0]).toContain(`${AccountUrl}/password-recovery/reset?token=`)
  })
})

const read = (Token: string) => ({ body: { Token } })

describe('a new password by a recovery link', () => {
  it('is set once: the old one is refused and the new one works (AT-PWD-06, D04)', async () => {
    const token = await recovering('Ada')
    const visitor = app.visitor()
    await visitor.call('validatePasswordRecovery', form(token))
    // The browser is known from now on, and the player is not logged in.
    expect([...visitor.jar.keys()]).toEqual(['sso_browser'])
    expect((await visitor.refused('logIn', logIn('Ada', samplePassword))).items).toEqual([
      'ERROR_USERNAME_PASSWORD_INCORRECT@',
    ])
    await visitor.logIn('Ada', newPassword)
    expect(await refusalOf(form(token))).toEqual(['ERROR_PASSWORD_RECOVERY_NOTEXISTS@'])
    expect((await app.mails('ada@site.test')).at(-1)?.subject).toMatch(/password was changed$/)
  })

  it('names its account to whoever holds the link, and to nobody else', async () => {
    const token = await recovering('Quill', 'test')
    for (let each = 0; each < 2; each += 1) {
      expect(await app.visitor('test').call('readPasswordRecovery', read(token))).toEqual({
        Username: 'Quill',
      })
    }
    const late = await recovering('Quinn', 'test')
    await app.visitor('test').call('validatePasswordRecovery', form(token))
    app.clock.advance(3600)
    for (const [Token, code] of [
      [token, 'NOTEXISTS'],
      [`${late}x`, 'NOTEXISTS'],
      ['', 'NOTEXISTS'],
      [late, 'EXPIRED'],
    ] as const) {
      const { items } = await app.visitor('test').refused('readPasswordRecovery', read(Token))
      expect([Token, items]).toEqual([Token, [`ERROR_PASSWORD_RECOVERY_${code}@`]])
    }
  })

  it('is refused with all errors at once, and the link stays valid (AT-PWD-04)', async () => {
    const token = await recovering('Bea')
    expect(await refusalOf(form(token, 'short', 'other'))).toEqual([
      'ERROR_PASSWORD_LENGTH@Password',
      'ERROR_CONFIRM_PASSWORD_INVALID@ConfirmPassword',
    ])
    expect(await refusalOf(form(token, 'xBea12345678'))).toEqual([
      'ERROR_PASSWORD_USERNAME@Password',
    ])
    expect(await refusalOf(form(token, 'Qwerty123'))).toEqual(['ERROR_PASSWORD_COMMON@Password'])
    await app.visitor().call('validatePasswordRecovery', form(token))
  })

  it('is refused after an hour, to the second (D06, AT-PWD-04)', async () => {
    const [first, second] = [await recovering('Cleo'), await recovering('Cora')]
    app.clock.advance(3599)
    await app.visitor().call('validatePasswordRecovery', form(first))
    app.clock.advance(1)
    expect(await refusalOf(form(second, 'short'))).toEqual([
      'ERROR_PASSWORD_RECOVERY_EXPIRED@',
      'ERROR_PASSWORD_LENGTH@Password',
    ])
  })

  it('is set by one of fifty requests at once (D05)', async () => {
    const token = await recovering('Dora')
    const passwords = Array.from({ length: 50 }, (_, index) => `Another${index}Battery`)
    const results = await Promise.allSettled(
      passwords.map((password) =>
        app.visitor().call('validatePasswordRecovery', form(token, password)),
      ),
    )
    const winners = passwords.filter((_, index) => results[index]?.status === 'fulfilled')
    expect(winners).toHaveLength(1)
    await app.visitor().logIn('Dora', winners[0] ?? '')
  })

  it('ends every session, every requested change and every known browser (C04)', async () => {
    const thief = await signedInPlayer(app, registerForm({ Username: 'Eva' }))
    const { Id_User: userId } = await thief.readToken()
    const email = 'thief@evil.test'
    const change = { path: { userId }, body: { Email: email, ConfirmEmail: email } }
    await thief.call('updateEmail', change)
    const uid = await linkToken(app, email)
    app.clock.advance(1)
    await ask('eva@site.test')
    await app
      .visitor()
      .call('validatePasswordRecovery', form(await linkToken(app, 'eva@site.test')))
    expect((await thief.refused('listConnections', {})).status).toBe(401)
    expect((await app.visitor().refused('confirmEmailUpdate', { query: { uid } })).items).toEqual([
      'ERROR_EMAIL_RECOVERY_NOTEXISTS@',
    ])
    const attacker = app.visitor('local', '198.51.100.20')
    for (let count = 0; count < 10; count += 1) {
      await attacker.refused('logIn', logIn('Eva', 'wrong-1'))
    }
    expect((await thief.refused('logIn', logIn('Eva', newPassword))).items).toEqual([
      'ERROR_TOO_MANY_ATTEMPTS@',
    ])
  })

  it('confirms an account, because the link has verified its address', async () => {
    await registerPlayer(app, registerForm({ Username: 'Fay' }))
    await ask('fay@site.test')
    const token = await linkToken(app, 'fay@site.test')
    await app.visitor().call('validatePasswordRecovery', form(token))
    const session = await app.visitor().logIn('Fay', newPassword)
    expect(session.Validated).toBe(true)
  })

  it('is refused after a change of password, after a ban and in another deployment (D07)', async () => {
    const changed = await recovering('Gina')
    const visitor = app.visitor()
    await visitor.logIn('Gina', samplePassword)
    const Password = newPassword
    await visitor.call('resetPassword', { body: { Password, ConfirmPassword: Password } })
    expect(await refusalOf(form(changed))).toEqual(['ERROR_PASSWORD_RECOVERY_NOTEXISTS@'])

    const banned = await recovering('Hanna')
    await app.services.database.kysely
      .updateTable('players')
      .set({ banned_at: app.clock.now() })
      .where('username', '=', 'Hanna')
      .execute()
    expect(await refusalOf(form(banned))).toEqual(['ERROR_PASSWORD_RECOVERY_NOTEXISTS@'])

    const elsewhere = await recovering('Ina')
    expect(await refusalOf(form(elsewhere), 'prod')).toEqual(['ERROR_PASSWORD_RECOVERY_NOTEXISTS@'])
  })

  it('is refused after too many wrong tokens (D09)', async () => {
    const visitor = app.visitor('local', '198.51.100.77')
    const attempt = async () =>
      (await visitor.refused('validatePasswordRecovery', form('made-up'))).items
    for (let count = 0; count < 20; count += 1) {
      expect(await attempt()).toEqual(['ERROR_PASSWORD_RECOVERY_NOTEXISTS@'])
    }
    expect(await attempt()).toEqual(['ERROR_TOO_MANY_ATTEMPTS@'])
  })
})
