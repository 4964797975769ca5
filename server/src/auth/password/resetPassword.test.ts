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
const prove = async (visitor: TestVisitor, Password: string) => ({
  path: { userId: (await visitor.readToken()).Id_User },
  body: { Password },
})

describe('a new password for a player who is logged in', () => {
  it('AT-UPD-12 E08 A-78 ends the other sessions at once and keeps the own one', async () => {
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
    expect(mail?.text).toContain('/password-recovery')
  })

  it('M-8 E01 E07 asks for a proof of at most 15 minutes, which the password renews', async () => {
    const visitor = await player('Bea')
    app.clock.advance(quarterOfAnHour + 1)
    for (const old of [undefined, '', samplePassword]) {
      expect(await items(visitor, form(old))).toEqual(['ERROR_REAUTHENTICATION_REQUIRED@'])
    }
    await visitor.call('validatePassword', await prove(visitor, samplePassword))
    app.clock.advance(quarterOfAnHour)
    await visitor.call('resetPassword', form())
  })

  it('M-8 a proof belongs to its session alone, and survives its refresh', async () => {
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

  it('AT-UPD-11 R-5.9-4 asks the old password where the rules say so, and tells all at once', async () => {
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

  it('B15 refuses passwords that are tried first', async () => {
    const visitor = await player('Evelyn')
    const studio = visitor.deployment.configuration.RegisterStudioName.replaceAll(' ', '')
    for (const password of ['Password1', 'evelyn2026x', `${studio}2026`]) {
      expect((await items(visitor, form(undefined, password)))[0]).toMatch(
        /^ERROR_PASSWORD_(COMMON|USERNAME)@Password$/,
      )
    }
  })

  it('I05 E10 refuses partner accounts and partner environments', async () => {
    const guest = await partnerPlayer(app, 'local', 'Paula')
    const partner = await partnerPlayer(app, 'relic', 'Petra')
    for (const visitor of [guest, partner]) {
      expect(await items(visitor, form('any-1'))).toEqual(['ERROR_NOT_ALLOWED@'])
      const proof = await prove(visitor, 'any-1')
      expect((await visitor.refused('validatePassword', proof)).items).toEqual([
        'ERROR_NOT_ALLOWED@',
      ])
    }
  })
})

describe('proving oneself again', () => {
  it('refuses no password and a wrong one by its field', async () => {
    const visitor = await player('Fay')
    const refused = async (password: string) =>
      (await visitor.refused('validatePassword', await prove(visitor, password))).items
    expect(await refused('')).toEqual(['ERROR_PASSWORD_EMPTY@Password'])
    expect(await refused('wrong-1')).toEqual(['ERROR_USERNAME_PASSWORD_INCORRECT@Password'])
  })

  it('E15 refuses the id of somebody else and counts nothing', async () => {
    const visitor = await player('Gina')
    const other = await player('Hanna')
    const input = await prove(other, 'wrong-1')
    expect((await visitor.refused('validatePassword', input)).items).toEqual(['ERROR_NOT_ALLOWED@'])
    // Ten more wrong ones are admitted: nothing of it was counted on the other player.
    const stranger = app.visitor('local', '198.51.100.30')
    const guess = { body: logInForm({ UsernameOrEmail: 'Hanna', Password: 'wrong-1' }) }
    for (let count = 0; count < 10; count += 1) {
      expect((await stranger.refused('logIn', guess)).items).toEqual([
        'ERROR_USERNAME_PASSWORD_INCORRECT@',
      ])
    }
  })

  it('B04 counts all five calls that take a password together', async () => {
    const victim = await ofTwoPoint('Ines')
    // A thief of the session knows no browser of the player.
    for (const name of [...victim.jar.keys()].filter((key) => key.includes('browser'))) {
      victim.jar.delete(name)
    }
    const { Id_User: userId } = await victim.readToken()
    const wrong = { path: { userId }, body: { Password: 'wrong-1' } }
    const leaving = { Email: 'ines@site.test', Id_DeletionType: null, DeletionReason: '' }
    for (let count = 0; count < 2; count += 1) {
      await victim.refused('logIn', {
        body: logInForm({ UsernameOrEmail: 'INES@site.test', Password: 'wrong-1' }),
      })
      await victim.refused('logInUser', wrong)
      await victim.refused('validatePassword', wrong)
      await victim.refused('resetPassword', form('wrong-1'))
      await victim.refused('deleteUser', { ...wrong, body: { Password: 'wrong-1', ...leaving } })
    }
    const right = { path: { userId }, body: { Password: samplePassword } }
    expect((await victim.refused('validatePassword', right)).items).toEqual([
      'ERROR_TOO_MANY_ATTEMPTS@',
    ])
    expect(await items(victim, form(samplePassword))).toEqual(['ERROR_TOO_MANY_ATTEMPTS@'])
    const deletion = { ...right, body: { Password: samplePassword, ...leaving } }
    expect((await victim.refused('deleteUser', deletion)).items).toEqual([
      'ERROR_TOO_MANY_ATTEMPTS@',
    ])
  })
})
