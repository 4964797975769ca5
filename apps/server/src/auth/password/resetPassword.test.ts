import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  registerForm,
  samplePassword,
  signedInPlayer,
} from '../../../test/fixtures/samples/samplePlayers.ts'
import { partnerPlayer } from '../../../test/fixtures/partners/partnerPlayer.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'
import { logInForm, type TestVisitor } from '../../../test/fixtures/testVisitor.ts'

let app: TestApp
const newPassword = 'Another9Battery'
const quarterOfAnHour = 15 * 60

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const form = (OldPassword?: string, Password = newPassword, ConfirmPassword = Password) => ({
  body: { Password, ConfirmPassword, ...(OldPassword === undefined ? {} : { OldPassword }) },
})
const player = (Username: string) => signedInPlayer(app, registerForm({ Username }))
const ofTwoPoint = (Username: string) =>
  signedInPlayer(app, registerForm({ Username }), 'two-point-studios')
const items = async (visitor: TestVisitor, input: ReturnType<typeof form>) =>
  (await visitor.refused('resetPassword', input)).items
const reauthentication = async (visitor: TestVisitor, Password: string) => ({
  path: { userId: (await visitor.readToken()).Id_User },
  body: { Password },
})

describe('a new password of a player with a session', () => {
  it('ends the other sessions at once and keeps the own one (AT-UPD-12, E08, A-78)', async () => {
    const visitor = await player('Ada')
    const elsewhere = app.visitor()
    await elsewhere.logIn('Ada', samplePassword)
    await visitor.call('resetPassword', form())
    expect((await elsewhere.refused('listConnections', {})).status).toBe(401)
    await visitor.call('listConnections', {})
    const old = { body: logInForm({ UsernameOrEmail: 'Ada', Password: samplePassword }) }
    expect((await elsewhere.refused('logIn', old)).status).toBe(400)
    await elsewhere.logIn('Ada', newPassword)
    const mail = (await app.mails('ada@site.test')).at(-1)
    expect(mail?.subject).toMatch(/password was changed$/)
    // Without a security section there is nothing to freeze.
    expect(mail?.text).toContain('/password-recovery')
  })

  it('needs an authentication of at most 15 minutes, which the password renews (M-8, E01, E07)', async () => {
    const visitor = await player('Bea')
    app.clock.advance(quarterOfAnHour + 1)
    for (const old of [undefined, '', samplePassword]) {
      expect(await items(visitor, form(old))).toEqual(['ERROR_REAUTHENTICATION_REQUIRED@'])
    }
    await visitor.call('validatePassword', await reauthentication(visitor, samplePassword))
    app.clock.advance(quarterOfAnHour)
    await visitor.call('resetPassword', form())
  })

  it('needs an authentication in its own session, which survives a refresh (M-8)', async () => {
    const visitor = await player('Cleo')
    app.clock.advance(quarterOfAnHour + 1)
    const elsewhere = app.visitor()
    await elsewhere.logIn('Cleo', samplePassword)
    expect(await items(visitor, form())).toEqual(['ERROR_REAUTHENTICATION_REQUIRED@'])
    const { Value, Refresh } = await elsewhere.readToken()
    const { AccessToken } = await elsewhere.call('refreshToken', {
      query: { access_token: Value, refresh_token: Refresh, client_id: '' },
    })
    elsewhere.identity = AccessToken
    await elsewhere.readToken()
    await elsewhere.call('resetPassword', form())
  })

  it('needs the old password where the rules say so, with all errors at once (AT-UPD-11, R-5.9-4)', async () => {
    const visitor = await ofTwoPoint('Dora')
    app.clock.advance(quarterOfAnHour + 1)
    expect(await items(visitor, form(undefined))).toEqual(['ERROR_PASSWORD_EMPTY@OldPassword'])
    expect(await items(visitor, form('wrong-1', 'short', 'other'))).toEqual([
      'ERROR_USERNAME_PASSWORD_INCORRECT@OldPassword',
      'ERROR_PASSWORD_LENGTH@Password',
      'ERROR_CONFIRM_PASSWORD_INVALID@ConfirmPassword',
    ])
    await visitor.call('resetPassword', form(samplePassword))
  })

  it('is refused when attackers would try it first (B15)', async () => {
    const visitor = await player('Evelyn')
    const studio = visitor.deployment.configuration.RegisterStudioName.replaceAll(' ', '')
    for (const password of ['Password1', 'evelyn2026x', `${studio}2026`]) {
      expect((await items(visitor, form(undefined, password)))[0]).toMatch(
        /^ERROR_PASSWORD_(COMMON|USERNAME)@Password$/,
      )
    }
  })

  it('is refused for partner accounts and in partner environments (I05, E10)', async () => {
    const guest = await partnerPlayer(app, 'local', 'Paula')
    const partner = await partnerPlayer(app, 'relic', 'Petra')
    for (const visitor of [guest, partner]) {
      expect(await items(visitor, form('any-1'))).toEqual(['ERROR_NOT_ALLOWED@'])
      const input = await reauthentication(visitor, 'any-1')
      expect((await visitor.refused('validatePassword', input)).items).toEqual([
        'ERROR_NOT_ALLOWED@',
      ])
    }
  })
})

describe('a re-authentication', () => {
  it('is refused for an empty and a wrong password by its field', async () => {
    const visitor = await player('Fay')
    const refused = async (password: string) =>
      (await visitor.refused('validatePassword', await reauthentication(visitor, password))).items
    expect(await refused('')).toEqual(['ERROR_PASSWORD_EMPTY@Password'])
    expect(await refused('wrong-1')).toEqual(['ERROR_USERNAME_PASSWORD_INCORRECT@Password'])
  })

  it('is refused for another player’s id and counts no attempt (E15)', async () => {
    const visitor = await player('Gina')
    const other = await player('Hanna')
    const input = await reauthentication(other, 'wrong-1')
    expect((await visitor.refused('validatePassword', input)).items).toEqual(['ERROR_NOT_ALLOWED@'])
    // Six more wrong passwords are admitted: no attempt was counted on the other player.
    const attacker = app.visitor('local', '198.51.100.30')
    const guess = { body: logInForm({ UsernameOrEmail: 'Hanna', Password: 'wrong-1' }) }
    for (let count = 0; count < 6; count += 1) {
      expect((await attacker.refused('logIn', guess)).items).toEqual([
        'ERROR_USERNAME_PASSWORD_INCORRECT@',
      ])
    }
  })

  it('shares its counter with all five calls that take a password (B04)', async () => {
    const owner = await ofTwoPoint('Ines')
    // A thief of the session has neither a known browser nor the owner's address.
    for (const name of [...owner.jar.keys()].filter((key) => key.includes('browser'))) {
      owner.jar.delete(name)
    }
    const thief = app.visitor('two-point-studios', '198.51.100.31')
    for (const [name, value] of owner.jar) thief.jar.set(name, value)
    thief.identity = owner.identity
    const { Id_User: userId } = await thief.readToken()
    const wrong = { path: { userId }, body: { Password: 'wrong-1' } }
    const leaving = { Email: 'ines@site.test', Id_DeletionType: null, DeletionReason: '' }
    const incorrect = expect.stringContaining('ERROR_USERNAME_PASSWORD_INCORRECT')
    for (const refused of [
      thief.refused('logIn', {
        body: logInForm({ UsernameOrEmail: 'INES@site.test', Password: 'wrong-1' }),
      }),
      thief.refused('logIn', { body: logInForm({ UsernameOrEmail: 'Ines', Password: 'wrong-1' }) }),
      thief.refused('logInUser', wrong),
      thief.refused('validatePassword', wrong),
      thief.refused('resetPassword', form('wrong-1')),
      thief.refused('deleteUser', { ...wrong, body: { Password: 'wrong-1', ...leaving } }),
    ]) {
      expect((await refused).items).toEqual([incorrect])
    }
    const right = { path: { userId }, body: { Password: samplePassword } }
    expect((await thief.refused('validatePassword', right)).items).toEqual([
      'ERROR_TOO_MANY_ATTEMPTS@',
    ])
    expect(await items(thief, form(samplePassword))).toEqual(['ERROR_TOO_MANY_ATTEMPTS@'])
    const deletion = { ...right, body: { Password: samplePassword, ...leaving } }
    expect((await thief.refused('deleteUser', deletion)).items).toEqual([
      'ERROR_TOO_MANY_ATTEMPTS@',
    ])
  })
})
