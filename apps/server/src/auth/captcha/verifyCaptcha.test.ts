import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { CaptchaVerdict } from './captcha.ts'
import {
  confirmedPlayer,
  registerForm,
  samplePassword,
} from '../../../test/fixtures/samples/samplePlayers.ts'
import { type DeploymentName, startApp, type TestApp } from '../../../test/fixtures/startApp.ts'
import { logInForm } from '../../../test/fixtures/testVisitor.ts'

/** Each captcha token names the verdict that the provider will give. */
const verdicts: Readonly<Record<string, CaptchaVerdict>> = {
  login: { success: true, isValid: true, action: 'login' },
  register: { success: true, isValid: true, action: 'register' },
  robot: { success: true, isValid: false, action: 'login' },
}
const unreachable: CaptchaVerdict = { success: false, isValid: false, action: null }
let asked: string[] = []

let app: TestApp
const gate = { EnableCaptcha: true }

beforeAll(async () => {
  app = await startApp({
    deployments: { prod: gate, sandbox: { ...gate, enumerationProtection: 'strict' } },
    captcha: {
      verify: async ({ token }) => {
        asked.push(token)
        return verdicts[token.split('-')[0] ?? ''] ?? unreachable
      },
    },
  })
  const visitor = app.visitor('prod')
  await verify('register-first')
  const body = registerForm({ Username: 'Ada', ReCAPTCHAToken: 'register-first' })
  await visitor.call('registerNewUser', { body })
  await app.services.database.kysely
    .updateTable('players')
    .set({ confirmed_at: app.clock.now() })
    .execute()
})
afterAll(() => app.close())

const verify = (Token: string, ip?: string, at: DeploymentName = 'prod') =>
  app.visitor(at, ip).call('verifyCaptcha', { body: { Token } })

const logIn = (Token: string) => ({
  body: logInForm({ UsernameOrEmail: 'Ada', Password: samplePassword, Token }),
})

const form = (ReCAPTCHAToken: string) => ({
  body: registerForm({ Username: 'Cleo', ReCAPTCHAToken }),
})

describe('the captcha', () => {
  it('asks no provider where it is off', async () => {
    asked = []
    expect(await app.visitor().call('verifyCaptcha', { body: { Token: '' } })).toEqual({
      Success: true,
      IsValid: true,
    })
    expect(asked).toEqual([])
    await confirmedPlayer(app, registerForm({ Username: 'Bea' }))
    await app.visitor().logIn('Bea', samplePassword)
  })

  it('opens the log-in once', async () => {
    expect(await verify('login-1')).toEqual({ Success: true, IsValid: true })
    const visitor = app.visitor('prod')
    await visitor.call('logIn', logIn('login-1'))
    expect((await visitor.refused('logIn', logIn('login-1'))).items).toEqual([
      'You are not allowed to log in.@',
    ])
    expect(await verify('login-1')).toEqual({ Success: true, IsValid: false })
  })

  it('refuses a log-in with a missing, wrong, used, old or foreign token before any hash (B10)', async () => {
    const visitor = app.visitor('prod')
    await verify('login-used')
    await visitor.call('logIn', logIn('login-used'))
    await verify('login-old')
    app.clock.advance(121)
    await verify('register-2')
    await verify('login-other', '198.51.100.9')
    await verify('robot-1')
    const hashes = vi.spyOn(app.services.passwords, 'match')
    const wrong = ['', 'never-asked', 'register-2', 'login-used', 'login-other', 'login-old']
    for (const token of [...wrong, 'robot-1']) {
      expect((await visitor.refused('logIn', logIn(token))).items).toEqual([
        'You are not allowed to log in.@',
      ])
    }
    expect(hashes).not.toHaveBeenCalled()
    hashes.mockRestore()
  })

  it('refuses a registration with a missing, wrong, used, old or foreign token before any hash (B11)', async () => {
    const visitor = app.visitor('prod')
    await verify('register-old')
    app.clock.advance(121)
    await verify('login-3')
    await verify('register-other', '198.51.100.9')
    const hashes = vi.spyOn(app.services.passwords, 'hash')
    const items = async (token: string) =>
      (await visitor.refused('registerNewUser', form(token))).items
    expect(await items('')).toEqual(['ERROR_REGISTER_TOKEN_EMPTY@'])
    const wrong = ['never-asked', 'login-3', 'register-first', 'register-other', 'register-old']
    for (const token of wrong) expect(await items(token)).toEqual(['ERROR_REGISTER_INVALID@'])
    expect(hashes).not.toHaveBeenCalled()
    hashes.mockRestore()
  })

  it('is used up by an unknown referrer under strict protection (A09)', async () => {
    await verify('register-5', undefined, 'sandbox')
    const body = registerForm({
      Username: 'Eva',
      Referrer: 'nobody',
      ReCAPTCHAToken: 'register-5',
    })
    const items = async () =>
      (await app.visitor('sandbox').refused('registerNewUser', { body })).items
    expect(await items()).toEqual(['ERROR_USER_REFERRER_NOTEXISTS@Referrer'])
    expect(await items()).toEqual(['ERROR_REGISTER_INVALID@'])
  })

  it('stays valid when a registration is refused for another error', async () => {
    const visitor = app.visitor('prod')
    await verify('register-4')
    const form = registerForm({ Username: 'Dora', ReCAPTCHAToken: 'register-4' })
    const empty = { ...form, Password: '', ConfirmPassword: '' }
    expect((await visitor.refused('registerNewUser', { body: empty })).items).toEqual([
      'ERROR_PASSWORD_LENGTH@Password',
    ])
    await visitor.call('registerNewUser', { body: form })
  })

  it('opens nothing while the provider is out of reach (T27)', async () => {
    expect(await verify('down')).toEqual({ Success: false, IsValid: false })
    expect((await app.visitor('prod').refused('logIn', logIn('down'))).items).toEqual([
      'ERROR_REGISTER_NO_SUCCESS@',
    ])
  })

  it('closes the log-in by id, whose call has no token', async () => {
    const input = { path: { userId: 1 }, body: { Password: samplePassword } }
    expect((await app.visitor('prod').refused('logInUser', input)).items).toEqual([
      'ERROR_NOT_ALLOWED@',
    ])
  })
})
