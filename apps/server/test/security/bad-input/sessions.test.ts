import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CaptchaVerdict } from '../../../src/auth/captcha/captcha.ts'
import { answerTo } from '../../fixtures/answerTo.ts'
import {
  registerForm,
  samplePassword,
  signedInPlayer,
} from '../../fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../fixtures/startApp.ts'
import { logInForm, type TestVisitor } from '../../fixtures/testVisitor.ts'
import { whatIsLeft } from '../../fixtures/whatIsLeft.ts'

/** Each captcha token names the verdict that the provider will give. */
const verdicts: Readonly<Record<string, CaptchaVerdict>> = {
  login: { success: true, isValid: true, action: 'login' },
  register: { success: true, isValid: true, action: 'register' },
}
const unreachable: CaptchaVerdict = { success: false, isValid: false, action: null }

let app: TestApp
let ada: TestVisitor
let userId: number
let bob: TestVisitor

beforeAll(async () => {
  app = await startApp({
    settings: { LIMITS: 'off' },
    deployments: {
      prod: { EnableCaptcha: true },
      avalanche: { enumerationProtection: 'strict' },
    },
    captcha: {
      verify: async ({ token, action }) => {
        const verdict = verdicts[token.split('-')[0] ?? ''] ?? unreachable
        const isOther = action !== null && verdict.action !== null && verdict.action !== action
        return isOther ? { ...verdict, isValid: false } : verdict
      },
    },
  })
  ada = await signedInPlayer(app, registerForm({ Username: 'Ada' }))
  userId = (await ada.readToken()).Id_User
  bob = await signedInPlayer(app, registerForm({ Username: 'Bob' }))
})
afterAll(() => app.close())

const identify = (body: object) => answerTo(app.visitor(), 'identify', { body: { ...body } })

describe('bad input: sessions', () => {
  it('a session id needs its own cookie, and its answer is never cached (P12)', async () => {
    const gone = app.visitor()
    await gone.logIn('Ada', samplePassword)
    await gone.call('logOut', { path: { userId }, body: {} })
    const segments = [
      'x',
      'x'.repeat(200),
      'x'.repeat(8192),
      '%2e%2e%2f',
      bob.identity,
      gone.identity,
      '%00',
    ]
    for (const segment of segments) {
      const said = await answerTo(ada, 'readToken', { segment })
      expect(said).toMatch(/^(404|400 INVALID_REQUEST@)$/)
      expect(ada.last?.headers['cache-control']).toBe('no-store')
      expect(ada.last?.cookies).toEqual([])
    }
    expect((await ada.send({ method: 'GET', url: '/api/token/' })).statusCode).toBe(404)
    const without = app.visitor()
    expect(await answerTo(without, 'readToken', { segment: ada.identity })).toBe('404')
    expect(await answerTo(ada, 'readToken', { segment: ada.identity })).toBe('200')
  })

  it('a session is refreshed only with its own three values, each once (P13)', async () => {
    const eve = app.visitor()
    const { Value, Refresh } = await eve.logIn('Ada', samplePassword)
    const right = { access_token: Value, refresh_token: Refresh, client_id: '' }
    const refresh = (query: Record<string, string> | string) =>
      answerTo(eve, 'refreshToken', { query })
    const refused = '400 ERROR_TOKEN_INVALID_REFRESH@'
    for (const wrong of [
      { refresh_token: Refresh, client_id: '' },
      { access_token: Value, client_id: '' },
      {},
      { access_token: Refresh, refresh_token: Value, client_id: '' },
      { ...right, client_id: 'community' },
      { ...right, access_token: bob.bearer ?? '' },
      { ...right, refresh_token: (await bob.readToken()).Refresh },
    ]) {
      expect(await refresh(wrong)).toBe(refused)
    }
    const twice = `${new URLSearchParams(right).toString()}&client_id=`
    expect(await refresh(twice)).toBe('400 INVALID_REQUEST@')

    app.clock.advance(3601)
    expect(await refresh(right)).toBe('200')
    const { AccessToken = '' } = eve.last?.json<{ AccessToken?: string }>() ?? {}
    eve.identity = AccessToken
    const next = await eve.readToken()
    await eve.call('logOut', { path: { userId }, body: {} })
    const after = { access_token: next.Value, refresh_token: next.Refresh, client_id: '' }
    expect(await refresh(after)).toBe(refused)

    const mallory = await signedInPlayer(app, registerForm({ Username: 'Mallory' }))
    const token = await mallory.readToken()
    await app.services.database.kysely
      .updateTable('players')
      .set({ banned_at: app.clock.now() })
      .where('username', '=', 'Mallory')
      .execute()
    const banned = { access_token: token.Value, refresh_token: token.Refresh, client_id: '' }
    expect(await answerTo(mallory, 'refreshToken', { query: banned })).toBe(
      '400 ERROR_TOKEN_USER_INVALID@',
    )
  })

  it('a bearer is verified only for its own client and within its lifetime (P14)', async () => {
    const site = app.visitor()
    const body = logInForm({
      UsernameOrEmail: 'Bob',
      Password: samplePassword,
      ClientId: 'community',
    })
    site.identity = (await site.call('logIn', { body })).Created
    const { Value } = await site.readToken()
    const verify = (query: Record<string, string>) => answerTo(site, 'verifyToken', { query })
    expect(await verify({ client_id: 'community', access_token: Value })).toBe('200')
    const unsigned = `${btoa('{"alg":"none"}')}.${btoa('{"sub":"1"}')}.`
    for (const wrong of [
      { access_token: Value },
      { client_id: 'nobody', access_token: Value },
      { client_id: 'community' },
      { client_id: 'community', access_token: unsigned },
      { client_id: 'community', access_token: site.identity },
    ]) {
      expect(await verify(wrong)).toBe('400 ERROR_TOKEN_INVALID@')
    }
    app.clock.advance(3601)
    expect(await verify({ client_id: 'community', access_token: Value })).toBe(
      '400 ERROR_TOKEN_INVALID@',
    )
  })

  it('a player is redirected only to the client’s own registered address (P15)', async () => {
    const own = 'http://localhost:4001/community/callback'
    const right = { client_id: 'community', redirect_uri: own, state: 's' }
    const authorize = (query: Record<string, string>) => answerTo(ada, 'authorize', { query })
    await ada.readToken()
    expect(await authorize(right)).toBe('200')
    const { state: _, ...stateless } = right
    expect(await authorize(stateless)).toBe('400 This request should contain a state parameter.@')
    for (const wrong of [
      { client_id: 'unknown' },
      { client_id: 'COMMUNITY' },
      ...[
        `${own}/`,
        `${own}/x`,
        `${own}?x=1`,
        `${own}#x`,
        own.toUpperCase(),
        `${own}%2f..`,
        own.replace('4001', '4002'),
        own.replace('localhost', '127.0.0.1'),
        own.replace('localhost', 'localhost.evil.io'),
        own.replace('://', '://user@'),
        own.replace('http:', 'https:'),
        'javascript:alert(1)',
        '//localhost:4001/community/callback',
        '',
      ].map((redirect_uri) => ({ redirect_uri })),
    ]) {
      const said = await authorize({ ...right, ...wrong })
      expect([wrong, said]).toEqual([wrong, '400 This request is not authorized.@'])
    }
  })

  it('the allowed redirect domains are readable with the key and never cached (P16)', async () => {
    expect(await app.visitor().call('listAllowedRedirectDomains', {})).toContain('site.test')
    // No cache on the way keeps an answer of the account API.
    const { headers } = await ada.send({
      method: 'GET',
      url: '/api/redirect/allowed-redirect-domains',
    })
    expect(headers['cache-control']).toBe('no-store')
  })

  it('identify needs a name and ignores foreign redirect addresses (P17)', async () => {
    for (const UsernameOrEmail of ['', '   ', '\t', null, ['Ada'], { $ne: '' }]) {
      expect(await identify({ UsernameOrEmail })).toBe('400 ERROR_USERNAME_EMPTY@UsernameOrEmail')
    }
    for (const UsernameOrEmail of ['a', 'x'.repeat(300), 'a@', 'Ada OR 1=1']) {
      expect(await identify({ UsernameOrEmail })).toBe('400 ERROR_USER_UNKNOWN@UsernameOrEmail')
    }
    const identifies = async (more: object) => {
      expect(await identify({ UsernameOrEmail: 'Ada', ...more })).toBe('200')
    }
    for (const RedirectUrl of ['javascript:alert(1)', '//evil.io', 'https://site.test@evil.io/']) {
      await identifies({ RedirectUrl, ClientId: 'nobody' })
    }
    for (const UsernameOrEmail of ['aDA', 'ADA@site.test']) await identifies({ UsernameOrEmail })
    await identifies({ RedirectUrl: 'x'.repeat(2001), ClientId: 'x'.repeat(1001) })
    expect(await identify({ UsernameOrEmail: 'Ada', Token: 'é' })).toBe('400 INVALID_REQUEST@')
  })

  it('a log-in takes one name and one password (P18)', async () => {
    const logIn = (given: object) =>
      answerTo(app.visitor(), 'logIn', {
        body: { ...logInForm({ UsernameOrEmail: 'Ada', Password: samplePassword }), ...given },
      })
    const before = await whatIsLeft(app)
    const empty = '400 ERROR_PASSWORD_EMPTY@Password'
    expect(await logIn({ Password: '' })).toBe(empty)
    expect(await logIn({ Password: undefined })).toBe(empty)
    // Longer than any password: refused when it is read, before a hash is computed.
    expect(await logIn({ Password: 'x'.repeat(10_000) })).toBe('400 INVALID_REQUEST@Password')
    expect(await logIn({ Password: 'x\u0007' })).toBe('400 INVALID_REQUEST@Password')
    for (const UsernameOrEmail of ['\u200B', '\u2060\uFEFF', 'a\u0000b']) {
      expect(await logIn({ UsernameOrEmail })).toBe('400 INVALID_REQUEST@UsernameOrEmail')
    }
    for (const Password of ['x', `${samplePassword}${'x'.repeat(37)}`, ` ${samplePassword}`]) {
      expect(await logIn({ Password })).toBe('400 ERROR_USERNAME_PASSWORD_INCORRECT@')
    }
    expect(await logIn({ UsernameOrEmail: ['Ada'] })).toBe(
      '400 ERROR_USERNAME_EMPTY@UsernameOrEmail',
    )
    expect(await logIn({ StudioName: 'Relic Entertainment' })).toBe('400 ERROR_NOT_ALLOWED@')
    expect(await whatIsLeft(app)).toBe(before)
    expect(await logIn({})).toBe('200')
  })

  it('a log-in by id reveals no more than one by name (P19)', async () => {
    const logIn = (id: number | string, Password: string, visitor = app.visitor()) =>
      answerTo(visitor, 'logInUser', { userId: id, body: { Password } })
    expect(await logIn(userId, '')).toBe('400 ERROR_PASSWORD_EMPTY@Password')
    expect(await logIn(userId, 'wrong-1')).toBe('400 ERROR_USERNAME_PASSWORD_INCORRECT@')
    expect(await logIn(999_999, samplePassword)).toBe('400 ERROR_USER_NOT_EXISTS@')
    const strict = () => app.visitor('avalanche')
    await signedInPlayer(app, registerForm({ Username: 'Vic' }), 'avalanche')
    const vic = await strict().call('identify', {
      body: { UsernameOrEmail: 'Vic', ClientId: '', RedirectUrl: '', Token: '' },
    })
    // Identify returns a random id there, and all ids get the same answer.
    for (const id of [vic.Id_User, userId, 999_999]) {
      expect(await logIn(id, 'wrong-1', strict())).toBe('400 ERROR_USERNAME_PASSWORD_INCORRECT@')
    }
  })

  it('a log-out ends the caller’s own session once (P20)', async () => {
    const visitor = app.visitor()
    await visitor.logIn('Ada', samplePassword)
    const logOut = (id: number) => answerTo(visitor, 'logOut', { userId: id })
    expect(await logOut(userId + 1)).toBe('400 ERROR_NOT_ALLOWED@')
    expect(await logOut(999_999)).toBe('400 ERROR_NOT_ALLOWED@')
    expect(await logOut(userId)).toBe('200')
    expect(visitor.last?.json()).toEqual({ CookieName: null })
    expect(await logOut(userId)).toBe('401')
    expect(await answerTo(app.visitor(), 'logOut', { userId })).toBe('401')
  })

  it('a captcha token is valid once and for its own action (P21)', async () => {
    const says = async (Token: string, Action?: 'login' | 'register') => {
      const body = Action === undefined ? { Token } : { Token, Action }
      const { Success, IsValid } = await app.visitor('prod').call('verifyCaptcha', { body })
      return `${Success} ${IsValid}`
    }
    expect(await says('login-1')).toBe('true true')
    expect(await says('login-1')).toBe('true false')
    expect(await says('register-1', 'login')).toBe('true false')
    expect(await says('')).toBe('false false')
    expect(await says('down-1')).toBe('false false')
    const body = { Token: 'x'.repeat(10_000) }
    expect(await answerTo(app.visitor('prod'), 'verifyCaptcha', { body })).toBe(
      '400 INVALID_REQUEST@',
    )
  })
})
