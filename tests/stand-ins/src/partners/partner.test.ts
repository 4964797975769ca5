import type { FastifyInstance } from 'fastify'
import * as client from 'openid-client'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createApp } from '../app.ts'
import { type Browser, type Stop, createBrowser } from '../testing/browser.ts'

const redirectUri = 'http://relic.localhost:4000/oauth/partner'
const scope = 'openid profile email linked_accounts'
const isBack = (url: string) => url.startsWith(redirectUri)

let app: FastifyInstance
let origin: string
let browser: Browser

// A partner loads its library at the first request.
const warn = vi.spyOn(console, 'warn')
const info = vi.spyOn(console, 'info')

beforeAll(async () => {
  app = await createApp({ smtpPort: 0 })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  origin = `http://localhost:${new URL(address).port}`
})
beforeEach(() => {
  browser = createBrowser()
})
afterEach(() =>
  Promise.all(
    ['relic', 'focus', 'creative-assembly'].map((name) => control(name, 'reset', 'POST')),
  ),
)
afterAll(async () => {
  vi.restoreAllMocks()
  await app.close()
})

test.each([
  ['relic', 'known', '1001'],
  ['creative-assembly', 'new', '1002'],
  ['focus', 'known', '1001'],
])('partner %s signs in the player %s that chooses an account', async (slug, name, sub) => {
  const flow = await startFlow({ slug })
  const page = await browser.open(flow.url)
  expect(page.text).toContain('Choose an account')
  expect(page.text).toContain('relic.localhost:4000')
  const profile = await flow.complete(await browser.submit(page.url, { user: sub }, isBack))
  expect(profile).toMatchObject({
    sub,
    email: `${name}@${slug}.example`,
    email_verified: true,
    preferred_username: expect.stringMatching(/Player$/),
  })
})

test('every partner has its own issuer, and supports prompt=create', async () => {
  const answer = await fetch(`${origin}/partners/focus/.well-known/openid-configuration`)
  expect(await answer.json()).toMatchObject({
    issuer: `${origin}/partners/focus`,
    token_endpoint: `${origin}/partners/focus/token`,
    prompt_values_supported: expect.arrayContaining(['create']),
    code_challenge_methods_supported: ['S256'],
    claims_supported: expect.arrayContaining(['steam_id', 'epic_account_id']),
  })
})

test('the claims name the accounts that a player has linked at the partner', async () => {
  browser.setCookie('standin_user', '1004')
  expect(await logIn()).toMatchObject({
    email: 'linked@relic.example',
    steam_id: expect.stringMatching(/^7656119\d{10}$/),
    steam_name: 'Linked on Steam',
    epic_account_id: expect.stringMatching(/^[0-9a-f]{32}$/),
    epic_name: 'LinkedOnEpic',
  })
})

test('an address is unverified until its validation', async () => {
  browser.setCookie('standin_user', 'unverified@relic.example')
  expect(await logIn()).toMatchObject({ sub: '1003', email_verified: false })
  await browser.submit(`${origin}/partners/relic/validate`, { user: '1003' })
  expect(await logIn()).toMatchObject({ sub: '1003', email_verified: true })
})

test('prompt=create makes an account that later sign-ins find', async () => {
  const flow = await startFlow({ more: { prompt: 'create', login_hint: 'hint@b.example' } })
  const page = await browser.open(flow.url)
  expect(page.text).toContain('Create your Relic account')
  expect(page.text).toContain('value="hint@b.example"')
  const taken = await browser.submit(page.url, { email: 'KNOWN@relic.example' })
  expect(taken.text).toContain('This address has an account.')
  expect((await browser.submit(page.url, { email: 'no-at' })).text).toContain('no address')
  const form = { email: 'fresh@b.example', username: 'Fresh', unverified: 'on' }
  const made = await flow.complete(await browser.submit(page.url, form, isBack))
  expect(made).toMatchObject({
    sub: expect.stringMatching(/^[1-9]\d{3,12}$/),
    email: 'fresh@b.example',
    email_verified: false,
    preferred_username: 'Fresh',
  })
  browser.setCookie('standin_user', 'fresh@b.example')
  expect(await logIn()).toEqual(made)
})

test('an address keeps one subject at a partner, and has another at others', async () => {
  browser.setCookie('standin_user', 'fresh@b.example.76561198000000001')
  const { sub, email } = await logIn()
  expect(email).toBe('fresh@b.example')
  await control('relic', 'reset', 'POST')
  expect((await logIn()).sub).toBe(sub)
  expect((await logIn({ slug: 'focus' })).sub).not.toBe(sub)
})

test('a reset ends no sign-in in progress', async () => {
  browser.setCookie('standin_user', 'fresh@b.example')
  const flow = await startFlow({})
  const back = await browser.open(flow.url, isBack)
  await control('relic', 'reset', 'POST')
  expect(await flow.complete(back)).toMatchObject({ email: 'fresh@b.example' })
})

test('the cookie decides before the switch, and the partner keeps no session', async () => {
  await turn({ autoUser: '1002' })
  expect((await logIn()).sub).toBe('1002')
  browser.setCookie('standin_user', 'known@relic.example')
  expect((await logIn()).sub).toBe('1001')
  browser.setCookie('standin_user', '')
  await turn({ autoUser: '' })
  const { url } = await startFlow({})
  expect((await browser.open(url)).text).toContain('Choose an account')
})

test.each([
  ['a player that cancels', async (url: string) => browser.submit(url, { user: 'cancel' }, isBack)],
  [
    'a player under the switch deny',
    async (url: string) => {
      await turn({ deny: true })
      return browser.open(url, isBack)
    },
  ],
])('%s comes back without a code', async (_, act) => {
  const { url } = await startFlow({})
  const { searchParams } = new URL((await act((await browser.open(url)).url)).url)
  expect(Object.fromEntries(searchParams)).toMatchObject({ error: 'access_denied', state: 'S' })
})

test.each([
  ['another verifier', 'invalid_grant', 400],
  ['another secret', 'invalid_client', 401],
])('a partner refuses to exchange a code with %s', async (wrong, error, status) => {
  const isOtherSecret = wrong === 'another secret'
  browser.setCookie('standin_user', '1001')
  const flow = await startFlow({
    authentication: client.ClientSecretPost,
    ...(isOtherSecret ? { secret: 'sample-focus-secret' } : {}),
  })
  const back = await browser.open(flow.url, isBack)
  const checks = isOtherSecret ? {} : { pkceCodeVerifier: client.randomPKCECodeVerifier() }
  const failure: unknown = await flow.complete(back, checks).catch((error: unknown) => error)
  expect(failure).toMatchObject({ status, error })
})

test('a partner exchanges a code once', async () => {
  browser.setCookie('standin_user', '1001')
  const flow = await startFlow({})
  const back = await browser.open(flow.url, isBack)
  await flow.complete(back)
  await expect(flow.complete(back)).rejects.toMatchObject({ error: 'invalid_grant' })
})

test('the client may also send its secret in the form', async () => {
  browser.setCookie('standin_user', '1001')
  const flow = await startFlow({ authentication: client.ClientSecretPost })
  expect(await flow.complete(await browser.open(flow.url, isBack))).toMatchObject({
    sub: '1001',
  })
})

test.each([
  'http://localhost:4000/oauth/other',
  'http://localhost.evil.example/oauth/partner',
  'https://evil.example/oauth/partner',
  'http://localhost:4000/oauth/partner?next=evil',
])('a partner refuses the return address %s', async (redirect) => {
  const { url } = await startFlow({ more: { redirect_uri: redirect } })
  const { status, text } = await browser.open(url)
  expect([status, text]).toEqual([400, expect.stringContaining('invalid_redirect_uri')])
})

test('a partner refuses a request without PKCE', async () => {
  const { url } = await startFlow({})
  const bare = new URL(url)
  bare.searchParams.delete('code_challenge')
  bare.searchParams.delete('code_challenge_method')
  const { searchParams } = new URL((await browser.open(bare.href, isBack)).url)
  expect(searchParams.get('error')).toBe('invalid_request')
})

test('a browser cannot continue the sign-in of another browser', async () => {
  const { url } = await startFlow({})
  const page = await browser.open(url)
  const { status, text } = await createBrowser().submit(page.url, { user: '1001' })
  expect([status, text]).toEqual([400, expect.stringContaining('Start again')])
})

test.each([
  [{ badNonce: true }, /unexpected ID Token "nonce"/],
  [{ noNonce: true }, /"nonce"/],
  [{ wrongAud: true }, /"aud"/],
  [{ expiredIdToken: true }, /"exp"/],
  [{ wrongIss: true }, /unexpected "iss"/],
  [{ expiredCode: true }, /invalid_grant/],
  [{ garbage: true }, /not a conform Token Endpoint response|content-type/],
  [{ answer: 'truncated' }, /parse/],
  [{ down: true }, /503|unexpected HTTP response/],
])('with %o the sign-in fails', async (on, message) => {
  browser.setCookie('standin_user', '1001')
  const flow = await startFlow({})
  const isDown = 'down' in on
  if (!isDown) await turn(on)
  const back = await browser.open(flow.url, isBack)
  if (isDown) await turn(on)
  const failure: unknown = await flow.complete(back).catch((error: unknown) => error)
  expect(wordsOf(failure)).toMatch(message)
})

test.each([
  [{ noEmail: true }, { sub: '1001', preferred_username: 'KnownPlayer' }],
  [{ loseProfile: true }, { sub: '1001' }],
])('with %o the claims are fewer', async (on, claims) => {
  await turn(on)
  browser.setCookie('standin_user', '1001')
  const { iss: _issuer, ...sent } = await logIn()
  expect(sent).toEqual(claims)
})

test('a client with the old keys fetches the new ones after a rotation', async () => {
  browser.setCookie('standin_user', '1001')
  const before = await keys()
  await turn({ jwksRotated: true })
  expect(await keys()).not.toEqual(before)
  expect((await logIn()).sub).toBe('1001')
})

test('a switch can apply to one account alone', async () => {
  await control('relic', 'users/1002', 'PUT', { switches: { noEmail: true, jwksRotated: true } })
  browser.setCookie('standin_user', '1001')
  expect((await logIn()).email).toBe('known@relic.example')
  browser.setCookie('standin_user', '1002')
  // The partner does not publish the key, so the signature is a foreign one.
  await expect(logIn()).rejects.toThrow(/no applicable keys found/)
})

test('the control plane records the requests of the product', async () => {
  browser.setCookie('standin_user', '1001')
  await logIn({ authentication: client.ClientSecretPost })
  const recorded = await control('relic', 'requests', 'GET')
  expect(recorded).toContainEqual(
    expect.objectContaining({
      method: 'POST',
      url: '/partners/relic/token',
      body: expect.objectContaining({
        grant_type: 'authorization_code',
        redirect_uri: redirectUri,
      }),
    }),
  )
})

test('the partners have entries and pages, and start without a warning', async () => {
  browser.setCookie('standin_user', '1001')
  await logIn()
  expect((await browser.open(origin)).text).toContain('href="/partners/creative-assembly"')
  expect((await browser.open(`${origin}/partners/focus`)).text).toContain('shared@example.com')
  expect([warn.mock.calls, info.mock.calls]).toEqual([[], []])
})

interface FlowOptions {
  readonly slug?: string
  readonly secret?: string
  readonly more?: Readonly<Record<string, string>>
  readonly authentication?: (secret: string) => client.ClientAuth
}

/** The sign-in of a site with a partner, by a library that others wrote. */
async function startFlow({
  slug = 'relic',
  secret = `sample-${slug}-secret`,
  more = {},
  authentication = client.ClientSecretBasic,
}: FlowOptions) {
  const configuration = await client.discovery(
    new URL(`${origin}/partners/${slug}`),
    'gatehouse',
    {},
    authentication(secret),
    { execute: [client.allowInsecureRequests, client.enableNonRepudiationChecks] },
  )
  const verifier = client.randomPKCECodeVerifier()
  const url = client.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope,
    state: 'S',
    nonce: 'N',
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...more,
  })
  return {
    url: url.href,
    async complete(back: Stop, checks: client.AuthorizationCodeGrantChecks = {}) {
      const tokens = await client.authorizationCodeGrant(configuration, new URL(back.url), {
        expectedState: 'S',
        expectedNonce: 'N',
        pkceCodeVerifier: verifier,
        ...checks,
      })
      const { sub = '' } = tokens.claims() ?? {}
      return client.fetchUserInfo(configuration, tokens.access_token, sub)
    },
  }
}

async function logIn(options: FlowOptions = {}): Promise<client.UserInfoResponse> {
  const flow = await startFlow(options)
  return flow.complete(await browser.open(flow.url, isBack))
}

async function keys(): Promise<unknown> {
  return (await fetch(`${origin}/partners/relic/jwks`)).json()
}

function turn(switches: object) {
  return control('relic', 'switches', 'PUT', switches)
}

async function control(name: string, action: string, method: string, body?: object) {
  const init = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const url = `${origin}/__standin/${name}/${action}`
  const answer = await fetch(url, body ? { method, ...init } : { method })
  expect(answer.status).toBe(200)
  return answer.json()
}

/** Joins the words of an error and its causes. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  const code = 'error' in error ? String(error.error) : ''
  return [error.message, code, wordsOf(error.cause)].join(' ')
}
