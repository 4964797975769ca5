import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seed } from '../../../samples/seed.ts'
import { answerTo } from '../../fixtures/answerTo.ts'
import { partnerPlayer } from '../../fixtures/partners/partnerPlayer.ts'
import {
  confirmedPlayer,
  linkToken,
  registerForm,
  registerPlayer,
  samplePassword,
  signedInPlayer,
} from '../../fixtures/samples/samplePlayers.ts'
import { type DeploymentName, startApp, type TestApp } from '../../fixtures/startApp.ts'
import { whatIsLeft } from '../../fixtures/whatIsLeft.ts'

let app: TestApp

beforeAll(async () => {
  app = await startApp({
    settings: { LIMITS: 'off' },
    deployments: { staging: { RegisterWithAccessKeys: true } },
  })
  await seed(app.services)
})
afterAll(() => app.close())

const day = 86_400

/** Sends the register form with changes, from an unused browser. */
const register = (given: object, name: DeploymentName = 'local') =>
  answerTo(app.visitor(name), 'registerNewUser', {
    body: { ...registerForm({ Username: 'Newcomer' }), ...given },
  })

const recover = (body: object) => answerTo(app.visitor(), 'recoverPassword', { body: { ...body } })

const passwordErrors: readonly (readonly [string, string])[] = [
  ['', 'LENGTH'],
  ['seven77', 'LENGTH'],
  [`${'x'.repeat(50)}1`, 'LENGTH'],
  ['12345678', 'LETTERS'],
  ['lettersonly', 'NUMBERS'],
  ['xxNEWCOMER123', 'USERNAME'],
  ['Password1', 'COMMON'],
]

describe('bad input: registration and passwords', () => {
  it('a refused registration form lists all of its field errors at once (P33)', async () => {
    const before = await whatIsLeft(app)
    expect(await answerTo(app.visitor(), 'registerNewUser', { body: {} })).toBe(
      '400 ERROR_USERNAME_LENGTH@Username ERROR_PASSWORD_LENGTH@Password ERROR_EMAIL_EMPTY@Email ' +
        'ERROR_APPROVE_PRIVACY_POLICY@ApprovePrivacyPolicy ERROR_APPROVE_EULA@ApproveEULA',
    )
    for (const [Password, error] of passwordErrors) {
      const said = await register({ Password, ConfirmPassword: Password })
      expect([Password, said]).toEqual([Password, `400 ERROR_PASSWORD_${error}@Password`])
    }
    const one = async (given: object, item: string, name?: DeploymentName) =>
      expect([given, await register(given, name)]).toEqual([given, `400 ${item}`])
    for (const [Username, error] of [
      ['a', 'LENGTH'],
      ['a'.repeat(26), 'LENGTH'],
      ['12345', 'LETTERS'],
      ['a b', 'PATTERN'],
      ['é1', 'PATTERN'],
      ['a@site.test', 'EMAIL'],
      ['pLAYERONE', 'EXIST'],
      ['support', 'EXIST'],
    ]) {
      await one({ Username }, `ERROR_USERNAME_${error}@Username`)
    }
    for (const [Email, error] of [
      ['x', 'LENGTH'],
      ['no-at', 'INCORRECT_FORMAT'],
      ['a@[127.0.0.1]', 'INCORRECT_FORMAT'],
      ['a@disposable.test', 'DISPOSABLE_ADDRESS'],
      ['a@undeliverable.test', 'MAILBOX_DOES_NOT_EXIST'],
      ['PLAYER@example.com', 'EXIST'],
    ]) {
      await one({ Email, ConfirmEmail: Email }, `ERROR_EMAIL_${error}@Email`)
    }
    await one({ ConfirmPassword: 'Other7Horses' }, 'ERROR_CONFIRM_PASSWORD_INVALID@ConfirmPassword')
    await one({ ConfirmEmail: '' }, 'ERROR_CONFIRM_EMAIL_INVALID@ConfirmEmail')
    for (const Referrer of ['nobody', 'Newcomer', 'player@example.com']) {
      await one({ Referrer }, 'ERROR_USER_REFERRER_NOTEXISTS@Referrer')
    }
    const studio = 'two-point-studios'
    for (const [field, value, code] of [
      ['Firstname', '', 'ERROR_FIRSTNAME_EMPTY'],
      ['Firstname', 'x'.repeat(256), 'INVALID_REQUEST'],
      ['Firstname', '\u200B', 'INVALID_REQUEST'],
      ['Lastname', 'a\u0000b', 'INVALID_REQUEST'],
      ['Lastname', ' ', 'ERROR_LASTNAME_EMPTY'],
      ['DateOfBirth', '2026-13-01', 'Invalid date value'],
      ['DateOfBirth', '2001-02-30', 'Invalid date value'],
      ['DateOfBirth', '20010101', 'Invalid date value'],
      ['DateOfBirth', '1899-12-31', 'Invalid date value'],
      ['DateOfBirth', '2027-01-01', 'Invalid date value'],
      ['DateOfBirth', '2014-01-01', 'You must be at least 13 years old'],
      ['ApproveCodeOfConduct', false, 'ERROR_APPROVE_CODE_OF_CONDUCT'],
    ] as const) {
      await one({ [field]: value }, `${code}@${field}`, studio)
    }
    await one({ AccessKeyValue: '' }, 'ERROR_ACCESS_KEY_NON_EXISTANT@', 'staging')
    await one({ AccessKeyValue: 'USED-KEY-0001' }, 'ERROR_ACCESS_KEY_ALREADY_USED@', 'staging')
    expect(await register({ UsageNameHoneyPot: 'x' })).toBe('200')
    expect(await register({ Additional: true })).toBe('200')
    expect(await whatIsLeft(app)).toBe(before)
    for (const [at, Password] of ['hOrse7up', `${'x y '.repeat(12)}50`].entries()) {
      const form = registerForm({ Username: `Long${at}`, Password })
      expect(await register(form)).toBe('201')
    }
  })

  it('an account is confirmed only by the code of its own mail (P34)', async () => {
    const studio = 'two-point-studios'
    const verify = (body: object, name: DeploymentName = studio) =>
      answerTo(app.visitor(name), 'verifyRegistration', { body: { ...body } })
    const VerificationCode = await registerPlayer(app, registerForm({ Username: 'Vera' }), studio)
    const missing = '400 This request should have a verification code.@'
    expect(await verify({})).toBe(missing)
    expect(await verify({ VerificationCode: ' ' })).not.toBe('200')
    const unknown = '400 ERROR_EMAIL_RECOVERY_NOTEXISTS@'
    for (const wrong of ['x', 'x'.repeat(43), 'x'.repeat(201), VerificationCode.slice(1)]) {
      expect(await verify({ VerificationCode: wrong })).toBe(unknown)
    }
    expect(await verify({ VerificationCode }, 'local')).toBe(unknown)
    expect(await verify({ VerificationCode })).toBe('200')
    app.clock.advance(25 * 3600)
    expect(await verify({ VerificationCode })).toBe(unknown)
    const late = await registerPlayer(app, registerForm({ Username: 'Late' }), studio)
    app.clock.advance(7 * day + 1)
    expect(await verify({ VerificationCode: late })).toBe('400 ERROR_EMAIL_RECOVERY_EXPIRED@')
  })

  it('a password recovery needs a valid address (P35)', async () => {
    for (const body of [{}, { email: '' }, { Email: 'player@example.com' }]) {
      expect(await recover(body)).toBe('400 ERROR_EMAIL_EMPTY@Email')
    }
    for (const email of ['no-at', `${'x'.repeat(290)}@site.test`, ['a@b.test'], 'a@b\r\n.test']) {
      expect(await recover({ email })).toBe('400 ERROR_EMAIL_INCORRECT_FORMAT@Email')
    }
    expect(await recover({ email: 'PLAYER@example.com' })).toBe('200')
  })

  it('an invalid new password is refused, and the recovery link stays valid (P36)', async () => {
    const form = await confirmedPlayer(app, registerForm({ Username: 'Newcomer' }))
    const choose = (body: object) =>
      answerTo(app.visitor(), 'validatePasswordRecovery', { body: { ...body } })
    const ask = async () => {
      await app.visitor().call('recoverPassword', { body: { email: form.Email } })
      return linkToken(app, form.Email)
    }
    const good = { Password: 'Another7Horses', Confirm: 'Another7Horses' }
    for (const Token of ['', 'x', 'x'.repeat(43), 'x'.repeat(201), 'é']) {
      expect(await choose({ ...good, Token })).toBe('400 ERROR_PASSWORD_RECOVERY_NOTEXISTS@')
    }
    const Token = await ask()
    for (const [Password, error] of passwordErrors) {
      const said = await choose({ Token, Password, Confirm: Password })
      expect([Password, said]).toEqual([Password, `400 ERROR_PASSWORD_${error}@Password`])
    }
    expect(await choose({ Token, ...good, Confirm: 'Other7Horses' })).toBe(
      '400 ERROR_CONFIRM_PASSWORD_INVALID@ConfirmPassword',
    )
    expect(await choose({ Token, ...good })).toBe('200')
    expect(await choose({ Token, ...good })).toBe('400 ERROR_PASSWORD_RECOVERY_NOTEXISTS@')
    const late = await ask()
    app.clock.advance(3601)
    expect(await choose({ Token: late, ...good })).toBe('400 ERROR_PASSWORD_RECOVERY_EXPIRED@')
  })

  it('re-authentication accepts only the caller’s own password (P37)', async () => {
    const ada = await signedInPlayer(app, registerForm({ Username: 'Ada' }))
    const reauthenticate = async (visitor = ada, Password = '') =>
      answerTo(visitor, 'validatePassword', {
        userId: (await visitor.readToken()).Id_User,
        body: { Password },
      })
    expect(await reauthenticate()).toBe('400 ERROR_PASSWORD_EMPTY@Password')
    expect(await reauthenticate(ada, 'wrong-1')).toBe(
      '400 ERROR_USERNAME_PASSWORD_INCORRECT@Password',
    )
    const pat = await partnerPlayer(app, 'relic', 'Pat')
    const lee = await partnerPlayer(app, 'local', 'Lee')
    expect(await reauthenticate(pat, samplePassword)).toBe('400 ERROR_NOT_ALLOWED@')
    expect(await reauthenticate(lee, samplePassword)).toBe('400 ERROR_NOT_ALLOWED@')
  })

  it('a password change needs the old password where the deployment requires it (P38)', async () => {
    const studio = 'two-point-studios'
    const tess = await signedInPlayer(app, registerForm({ Username: 'Tess' }), studio)
    const good = { Password: 'Another7Horses', ConfirmPassword: 'Another7Horses' }
    const reset = (body: object) => answerTo(tess, 'resetPassword', { body: { ...good, ...body } })
    const before = await whatIsLeft(app)
    expect(await reset({})).toBe('400 ERROR_PASSWORD_EMPTY@OldPassword')
    expect(await reset({ OldPassword: '' })).toBe('400 ERROR_PASSWORD_EMPTY@OldPassword')
    expect(await reset({ OldPassword: 'wrong-1' })).toBe(
      '400 ERROR_USERNAME_PASSWORD_INCORRECT@OldPassword',
    )
    const OldPassword = samplePassword
    expect(await reset({ OldPassword, Password: 'short1', ConfirmPassword: 'short1' })).toBe(
      '400 ERROR_PASSWORD_LENGTH@Password',
    )
    expect(await reset({ OldPassword, ConfirmPassword: 'Other7Horses' })).toBe(
      '400 ERROR_CONFIRM_PASSWORD_INVALID@ConfirmPassword',
    )
    expect(await whatIsLeft(app)).toBe(before)
    const same = { Password: OldPassword, ConfirmPassword: OldPassword }
    expect(await reset({ OldPassword, ...same })).toBe('200')
    expect(await reset({ OldPassword })).toBe('200')
  })

  it('only a free access key is valid (P60)', async () => {
    const validate = (Value: unknown) =>
      answerTo(app.visitor('staging'), 'validateAccessKey', { body: { Value } })
    const before = await whatIsLeft(app)
    for (const Value of ['', 'x'.repeat(1024), 'FREE-KEY', 'FREE KEY 0001', "' or 1=1 --", 1]) {
      expect(await validate(Value)).toBe('400 ERROR_ACCESS_KEY_NON_EXISTANT@Value')
    }
    expect(await validate('USED-KEY-0001')).toBe('400 ERROR_ACCESS_KEY_ALREADY_USED@Value')
    expect(await validate(' FREE-KEY-0001 ')).toBe('200')
    expect(await whatIsLeft(app)).toBe(before)
  })
})
