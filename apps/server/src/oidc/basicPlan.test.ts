import { createLocalJWKSet, decodeProtectedHeader, type JSONWebKeySet, jwtVerify } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { shareClock } from '../../test/fixtures/processes/shareClock.ts'
import { registerForm, signedInPlayer } from '../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../test/fixtures/startApp.ts'
import { sampleClients } from '../../test/fixtures/testClient.ts'
import type { TestVisitor } from '../../test/fixtures/testVisitor.ts'

/*
 * The OpenID Foundation's Basic plan (OpenID Connect Core, code flow), check by check in its words,
 * with raw requests: for a client with a secret that sends no PKCE, and not always a nonce.
 */

const form = 'application/x-www-form-urlencoded'
const accept = 'text/html, application/xhtml+xml, */*;q=0.8'
const issuer = 'http://localhost:4000/oidc'
const redirectUri = 'http://localhost:4001/community/callback'
const secret = { client_id: 'community', client_secret: 'sample-community-secret' }
const basic = { authorization: `Basic ${btoa('community:sample-community-secret')}` }

type Query = Readonly<Record<string, string | undefined>>
interface Tokens {
  readonly access_token: string
  readonly id_token: string
  readonly token_type: string
  readonly expires_in: number
  readonly refresh_token: string
  readonly scope: string
}

let app: TestApp
let pass: (seconds: number) => void
let ada: TestVisitor
let sub: string
let count = 0

beforeAll(async () => {
  const other = {
    clientId: 'second',
    name: 'Second',
    clientSecret: 'sample-second-secret',
    redirectUris: ['https://second.site.test/cb'],
    firstParty: true,
    pkce: 'none-with-secret' as const,
  }
  const samples = sampleClients.map((client) =>
    client.clientId === 'community' ? { ...client, pkce: 'none-with-secret' as const } : client,
  )
  app = await startApp({ deployments: { local: { clients: [...samples, other] } } })
  pass = shareClock(app.clock)
})
beforeEach(async () => {
  pass(3600)
  count += 1
  ada = await signedInPlayer(app, registerForm({ Username: `Ada${count}` }))
  sub = String((await ada.readToken()).Id_User)
})
afterAll(async () => {
  vi.useRealTimers()
  await app.close()
})

/** Sends the browser to the authorization endpoint, and on as long as it stays with the provider. */
async function authorize(visitor: TestVisitor, given: Query = {}): Promise<URL> {
  const query = new URLSearchParams()
  const usual: Query = {
    client_id: 'community',
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid',
    state: 'a state',
    nonce: `nonce ${count}`,
  }
  for (const [name, value] of Object.entries({ ...usual, ...given })) {
    if (value !== undefined) query.set(name, value)
  }
  return goTo(visitor, `/oidc/auth?${query.toString()}`)
}

async function goTo(visitor: TestVisitor, path: string): Promise<URL> {
  let url = new URL(path, 'http://localhost:4000')
  while (url.port === '4000' && url.pathname.startsWith('/oidc/')) {
    const { headers } = await visitor.send({
      method: 'GET',
      url: `${url.pathname}${url.search}`,
      headers: { 'sec-fetch-dest': 'document', accept },
    })
    if (headers.location === undefined) return url
    url = new URL(headers.location, url)
  }
  return url
}

/** Sends a client's request, which has no cookie. */
function post(url: string, body: Query, headers: Readonly<Record<string, string>> = {}) {
  const sent = Object.entries(body).filter((entry): entry is [string, string] => !!entry[1])
  return app.app.inject({
    method: 'POST',
    url,
    headers: { host: 'localhost:4000', 'content-type': form, ...headers },
    payload: new URLSearchParams(sent).toString(),
  })
}

function exchange(code: string, given: Query = {}, headers: Record<string, string> = basic) {
  const body = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, ...given }
  return post('/oidc/token', body, headers)
}

const codeOf = (url: URL) => url.searchParams.get('code') ?? ''
const errorOf = (url: URL) => [url.searchParams.get('error'), url.searchParams.get('state')]

async function signIn(given: Query = {}, visitor = ada): Promise<Tokens> {
  const answer = await exchange(codeOf(await authorize(visitor, given)))
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({ 'cache-control': 'no-store' })
  return answer.json<Tokens>()
}

async function verified(idToken: string) {
  const { body } = await app.app.inject({
    method: 'GET',
    url: '/oidc/jwks',
    headers: { host: 'localhost:4000' },
  })
  const keys = createLocalJWKSet(JSON.parse(body) as JSONWebKeySet)
  const options = { issuer, audience: 'community', currentDate: app.clock.now() }
  return (await jwtVerify(idToken, keys, options)).payload
}

function userInfo(method: 'GET' | 'POST', headers: object, payload?: string) {
  return app.app.inject({
    method,
    url: '/oidc/me',
    headers: { host: 'localhost:4000', ...headers },
    ...(payload === undefined ? {} : { payload }),
  })
}

/** The log-in that the portal's screen makes, and the way back to the client. */
async function logInAndReturn(visitor: TestVisitor, page: URL): Promise<URL> {
  expect(page.pathname).toBe('/login')
  pass(2)
  await visitor.logIn(`Ada${count}`, registerForm().Password)
  return goTo(visitor, page.searchParams.get('redirectUrl') ?? '')
}

describe('the Basic plan: codes and tokens', () => {
  it('oidcc-server, oidcc-idtoken-signature, -unsigned: a code, and an ID token by RS256 (O11)', async () => {
    const back = await authorize(ada)
    expect(`${back.origin}${back.pathname}`).toBe(redirectUri)
    expect([...back.searchParams.keys()].toSorted()).toEqual(['code', 'iss', 'state'])
    const tokens = (await exchange(codeOf(back))).json<Tokens>()
    expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'openid' })
    expect(decodeProtectedHeader(tokens.id_token)).toMatchObject({ alg: 'RS256' })
    const claims = await verified(tokens.id_token)
    expect(claims).toMatchObject({ sub, nonce: `nonce ${count}`, auth_time: expect.any(Number) })
    expect(Number(claims.exp) - Number(claims.iat)).toBe(3600)
  })

  it('oidcc-response-type-missing: a request without a response type is refused at the client (O11)', async () => {
    expect(errorOf(await authorize(ada, { response_type: undefined }))).toEqual([
      'invalid_request',
      'a state',
    ])
  })

  it('oidcc-ensure-request-without-nonce-succeeds-for-code-flow: a code, and an ID token without one (O11)', async () => {
    const back = await authorize(ada, { nonce: undefined })
    expect(errorOf(back)).toEqual([null, 'a state'])
    const answer = await exchange(codeOf(back))
    expect(await verified(answer.json<Tokens>().id_token)).not.toHaveProperty('nonce')
  })

  it('oidcc-server-client-secret-post and -basic: both authenticate, together they are refused (O11)', async () => {
    const byForm = await exchange(codeOf(await authorize(ada)), secret, {})
    expect(byForm.statusCode).toBe(200)
    const wrong = { ...secret, client_secret: 'not the secret' }
    const refused = await exchange(codeOf(await authorize(ada)), wrong, {})
    expect([refused.statusCode, refused.json<{ error: string }>().error]).toEqual([
      401,
      'invalid_client',
    ])
    expect((await exchange(codeOf(await authorize(ada)), secret, basic)).statusCode).toBe(400)
  })

  it('oidcc-codereuse and -30seconds: a code works once, and its reuse ends the tokens (O11)', async () => {
    for (const wait of [0, 30]) {
      const code = codeOf(await authorize(ada))
      const tokens = (await exchange(code)).json<Tokens>()
      pass(wait)
      const again = await exchange(code)
      expect([again.statusCode, again.json<{ error: string }>().error]).toEqual([
        400,
        'invalid_grant',
      ])
      const bearer = { authorization: `Bearer ${tokens.access_token}` }
      expect((await userInfo('GET', bearer)).statusCode).toBe(401)
    }
  })

  it('oidcc-refresh-token: a refresh keeps subject, audience and time, and is the client’s own (O11)', async () => {
    const first = await signIn()
    const body = { grant_type: 'refresh_token', refresh_token: first.refresh_token }
    pass(5)
    const second = (await post('/oidc/token', body, basic)).json<Tokens>()
    const [before, after] = [await verified(first.id_token), await verified(second.id_token)]
    for (const name of ['iss', 'sub', 'aud', 'auth_time'] as const) {
      expect(after[name]).toEqual(before[name])
    }
    expect(Number(after.iat)).toBeGreaterThan(Number(before.iat))
    const others = { authorization: `Basic ${btoa('second:sample-second-secret')}` }
    const stolen = { grant_type: 'refresh_token', refresh_token: second.refresh_token }
    const refused = await post('/oidc/token', stolen, others)
    expect(refused.json<{ error: string }>().error).toBe('invalid_grant')
  })

  it('oidcc-ensure-registered-redirect-uri: only a registered address is gone to (O11)', async () => {
    for (const redirect_uri of [`${redirectUri}?x=1`, 'https://evil.test/', undefined]) {
      expect((await authorize(ada, { redirect_uri })).pathname).toBe('/errors/bad-request')
    }
    const elsewhere = await exchange(codeOf(await authorize(ada)), {
      redirect_uri: 'https://x.test',
    })
    expect(elsewhere.json<{ error: string }>().error).toBe('invalid_grant')
  })

  it('oidcc-ensure-post-request-succeeds: a form is taken like an address (O11)', async () => {
    const query = { client_id: 'community', redirect_uri: redirectUri, response_type: 'code' }
    const { headers, statusCode } = await post('/oidc/auth', {
      ...query,
      scope: 'openid',
      nonce: 'n',
    })
    expect(statusCode).toBe(303)
    const { pathname, search } = new URL(String(headers.location))
    expect(codeOf(await goTo(ada, `${pathname}${search}`))).not.toBe('')
  })

  it('oidcc-unsigned-request-object, oidcc-request-uri-unsigned: refused in their own words (O11)', async () => {
    const request = `${btoa('{"alg":"none"}')}.${btoa('{"state":"x"}')}.`
    expect(errorOf(await authorize(ada, { request }))).toEqual(['request_not_supported', 'a state'])
    expect(errorOf(await authorize(ada, { request_uri: 'https://x.test/r' }))).toEqual([
      'request_uri_not_supported',
      'a state',
    ])
    expect(errorOf(await authorize(ada, { registration: '{}' }))).toEqual([
      'registration_not_supported',
      'a state',
    ])
  })
})

describe('the Basic plan: userinfo and claims', () => {
  it('oidcc-userinfo-get, -post-header, -post-body: each is answered (O11)', async () => {
    const { access_token } = await signIn()
    const bearer = { authorization: `Bearer ${access_token}` }
    const asForm = { 'content-type': form }
    const answers = [
      await userInfo('GET', bearer),
      await userInfo('POST', bearer),
      await userInfo('POST', asForm, `access_token=${access_token}`),
    ]
    for (const answer of answers) {
      expect(answer.json()).toEqual({ sub })
      expect(answer.headers['content-type']).toContain('application/json')
    }
  })

  it.each([
    ['profile', ['name', 'preferred_username', 'updated_at']],
    ['email', ['email', 'email_verified']],
    ['profile email', ['name', 'preferred_username', 'updated_at', 'email', 'email_verified']],
    // Scopes that are not there are left out.
    ['address', []],
    ['phone', []],
    ['address phone email offline_access', ['email', 'email_verified']],
  ])('oidcc-scope-%s: userinfo has the claims of it (O11)', async (scope, names) => {
    const { access_token } = await signIn({ scope: `openid ${scope}` })
    const answer = await userInfo('GET', { authorization: `Bearer ${access_token}` })
    expect(Object.keys(answer.json<object>())).toEqual(expect.arrayContaining(['sub', ...names]))
    const extra = Object.keys(answer.json<object>()).filter((name) => /address|phone/.test(name))
    expect(extra).toEqual([])
  })

  it('oidcc-claims-essential: an essential claim of userinfo is there (O11)', async () => {
    const claims = JSON.stringify({ userinfo: { name: { essential: true } } })
    const { access_token } = await signIn({ claims })
    const answer = await userInfo('GET', { authorization: `Bearer ${access_token}` })
    expect(answer.json()).toEqual({ sub, name: `Ada${count}` })
  })
})

describe('the Basic plan: parameters', () => {
  it.each([
    ['display', { display: 'page' }],
    ['display', { display: 'popup' }],
    ['ui_locales', { ui_locales: 'se' }],
    ['claims_locales', { claims_locales: 'se' }],
    ['acr_values', { acr_values: '1 2' }],
    ['login_hint', { login_hint: 'ada@site.test' }],
    ['an unknown parameter', { extra: 'foobar' }],
  ])('oidcc-%s: the request succeeds with it (O11)', async (_, given) => {
    expect((await verified((await signIn(given)).id_token)).sub).toBe(sub)
  })

  it('oidcc-prompt-login and oidcc-max-age-1: the player logs in again, and auth_time is newer (O11)', async () => {
    for (const given of [{ prompt: 'login' }, { max_age: '1' }]) {
      const before = await verified((await signIn()).id_token)
      pass(3)
      const back = await logInAndReturn(ada, await authorize(ada, given))
      const after = await verified((await exchange(codeOf(back))).json<Tokens>().id_token)
      expect(Number(after['auth_time'])).toBeGreaterThan(Number(before['auth_time']))
      expect(after.sub).toBe(before.sub)
    }
  })

  it('oidcc-max-age-10000: the player is not asked, and auth_time is the same (O11)', async () => {
    const before = await verified((await signIn()).id_token)
    pass(5)
    const after = await verified((await signIn({ max_age: '10000' })).id_token)
    expect(after['auth_time']).toBe(before['auth_time'])
  })

  it('oidcc-prompt-none-logged-in and -not-logged-in: a code, or login_required (O11)', async () => {
    expect(codeOf(await authorize(ada, { prompt: 'none' }))).not.toBe('')
    expect(errorOf(await authorize(app.visitor(), { prompt: 'none' }))).toEqual([
      'login_required',
      'a state',
    ])
  })

  it('oidcc-id-token-hint: the player of the hint is let in, and another one is not (O11)', async () => {
    const { id_token } = await signIn()
    const quiet = { prompt: 'none', id_token_hint: id_token }
    expect(codeOf(await authorize(ada, quiet))).not.toBe('')
    const bea = await signedInPlayer(app, registerForm({ Username: `Bea${count}` }))
    expect(errorOf(await authorize(bea, quiet))[0]).toBe('login_required')
  })

  it('a visitor logs in and comes back with the same state (O11)', async () => {
    const visitor = app.visitor()
    const back = await logInAndReturn(visitor, await authorize(visitor, { state: 'kept & whole' }))
    expect(back.searchParams.get('state')).toBe('kept & whole')
    expect((await exchange(codeOf(back))).statusCode).toBe(200)
  })
})
