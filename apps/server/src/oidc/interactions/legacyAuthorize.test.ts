import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { registerForm, signedInPlayer } from '../../../test/fixtures/samples/samplePlayers.ts'
import { shareClock } from '../../../test/fixtures/processes/shareClock.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'
import { sampleClients, TestSite, withoutBinding } from '../../../test/fixtures/testClient.ts'
import type { TestVisitor } from '../../../test/fixtures/testVisitor.ts'

const browserSite = {
  clientId: 'wiki',
  name: 'Wiki',
  redirectUris: ['https://wiki.site.test/callback'],
  firstParty: true,
}
const askingSite = {
  clientId: 'guild',
  name: 'Guild',
  clientSecret: 'sample-guild-secret',
  redirectUris: ['https://guild.site.test/callback'],
  pkce: 'with-secret-optional' as const,
}

let app: TestApp
let pass: (seconds: number) => void
let ada: TestVisitor
let count = 0

beforeAll(async () => {
  const clients = [...sampleClients, browserSite, askingSite]
  app = await startApp({
    deployments: {
      local: { clients },
      sandbox: withoutBinding,
    },
  })
  pass = shareClock(app.clock)
})
beforeEach(async () => {
  pass(3600)
  count += 1
  ada = await signedInPlayer(app, registerForm({ Username: `Ada${count}` }))
})
afterAll(async () => {
  vi.useRealTimers()
  await app.close()
})

const community = {
  client_id: 'community',
  redirect_uri: 'http://localhost:4001/community/callback',
  state: 's 1',
}
const guild = {
  ...community,
  client_id: 'guild',
  redirect_uri: 'https://guild.site.test/callback',
}
const notAuthorized = { status: 400, items: ['This request is not authorized.@'] }

async function sentTo(visitor: TestVisitor, query: Record<string, string>): Promise<URL> {
  return new URL((await visitor.call('authorize', { query })).RedirectUri)
}

/** Exchanges a code with the client's secret only, because it was issued without a challenge. */
async function trade(code: string) {
  const response = await app.app.inject({
    method: 'POST',
    url: '/oidc/token',
    headers: {
      host: 'localhost:4000',
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${btoa('community:sample-community-secret')}`,
    },
    payload: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: community.redirect_uri,
    }).toString(),
  })
  const { access_token = '', error } = response.json<{ access_token?: string; error?: string }>()
  return { status: response.statusCode, accessToken: access_token, error }
}

describe('GET oauth', () => {
  it('redirects a player to the client with a code and the same state (AT-API-17, R-7.4-5, R-8.4-56)', async () => {
    const url = await sentTo(ada, community)
    expect(`${url.origin}${url.pathname}`).toBe(community.redirect_uri)
    expect(url.searchParams.get('state')).toBe('s 1')
    expect(url.searchParams.get('iss')).toBe('http://localhost:4000/oidc')
    const code = url.searchParams.get('code') ?? ''
    const traded = await trade(code)
    expect(traded.status).toBe(200)
    const { sub } = await new TestSite(app).userInfo(traded.accessToken)
    expect(sub).toBe(String((await ada.readToken()).Id_User))
    expect(await trade(code)).toMatchObject({ status: 400, error: 'invalid_grant' })
  })

  it('redirects a visitor to the portal’s log-in, and from there back here (AT-API-17)', async () => {
    const url = await sentTo(app.visitor(), community)
    expect(`${url.origin}${url.pathname}`).toBe('http://localhost:4000/login')
    expect(url.searchParams.get('clientId')).toBe('community')
    const back = new URL(url.searchParams.get('redirectUrl') ?? '', url.origin)
    expect(back.pathname).toBe('/oauth')
    expect(Object.fromEntries(back.searchParams)).toEqual(community)
  })

  it.each([
    ['an unknown site', { client_id: 'unknown' }],
    ['no site', { client_id: '' }],
    ['a foreign address', { redirect_uri: 'https://evil.test/callback' }],
    [
      'an address that only begins like the site’s',
      { redirect_uri: `${community.redirect_uri}/x` },
    ],
    ['the address of another site', { redirect_uri: 'http://127.0.0.1:4001/forum/callback' }],
    ['no address', { redirect_uri: '' }],
    ['a response type other than a code', { response_type: 'token' }],
    ['a scope beyond the client’s', { scope: 'openid everything' }],
    ['a request in a token', { request: 'e30.e30.' }],
    ['an invalid challenge', { code_challenge: 'x', code_challenge_method: 'plain' }],
  ])('refuses %s for players and visitors (AT-API-17, R-8.2-4)', async (_, wrong) => {
    for (const visitor of [ada, app.visitor()]) {
      expect(await visitor.refused('authorize', { query: { ...community, ...wrong } })).toEqual(
        notAuthorized,
      )
    }
  })

  it('refuses a request without a state (R-8.2-4)', async () => {
    const refused = { status: 400, items: ['This request should contain a state parameter.@'] }
    const { state: _, ...stateless } = community
    for (const query of [stateless, { ...community, state: '' }]) {
      expect(await ada.refused('authorize', { query })).toEqual(refused)
      expect(await app.visitor().refused('authorize', { query })).toEqual(refused)
    }
  })

  it('accepts the parameter names of older clients', async () => {
    const { client_id: ClientId, redirect_uri: redirectUrl, state } = community
    const url = await sentTo(ada, { ClientId, redirectUrl, state })
    expect(url.searchParams.get('code')).toBeTruthy()
  })

  it('gives a browser client a code only for its challenge', async () => {
    const wiki = new TestSite(app, 'wiki')
    const begun = await wiki.begin()
    const query = Object.fromEntries(new URLSearchParams(begun.path.split('?')[1]))
    const { claims } = await wiki.exchange(begun, await sentTo(ada, query))
    expect(claims.sub).toBe(String((await ada.readToken()).Id_User))
    const { code_challenge: _, code_challenge_method: __, ...without } = query
    expect(await ada.refused('authorize', { query: without })).toEqual(notAuthorized)
  })

  it('leaves questions to the provider, for a new client or a required authentication (G07)', async () => {
    const asking = await sentTo(ada, guild)
    expect([asking.pathname, asking.searchParams.get('state')]).toEqual(['/oidc/auth', 's 1'])
    const proving = await sentTo(ada, { ...community, prompt: 'login' })
    expect([proving.pathname, proving.searchParams.get('prompt')]).toEqual(['/oidc/auth', 'login'])
  })

  it('asks for consent and comes to a code, without PKCE and nonce (G07)', async () => {
    const site = new TestSite(app, 'guild')
    const { pathname, search } = await sentTo(ada, guild)
    const consent = await site.follow(ada, `${pathname}${search}`)
    expect(consent.pathname).toMatch(/^\/oidc\/interaction\//)
    const allowed = await ada.send({
      method: 'POST',
      url: consent.pathname,
      headers: {
        origin: 'http://localhost:4000',
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: 'answer=allow',
    })
    const back = await site.follow(ada, String(allowed.headers.location))
    expect(back.searchParams.get('error_description')).toBeNull()
    expect(back.searchParams.get('code')).toBeTruthy()
  })

  it.each([
    ['prompt', 'login'],
    ['max_age', '1'],
    ['prompt', 'create'],
    ['prompt', 'select_account'],
  ])('comes to a code by %s=%s, asking once, for players and visitors', async (name, value) => {
    const site = new TestSite(app)
    for (const visitor of [ada, app.visitor()]) {
      pass(5)
      const { pathname, search } = await sentTo(visitor, { ...community, [name]: value })
      const asked = await site.follow(visitor, `${pathname}${search}`)
      expect(asked.pathname).toMatch(/^\/(login|register)/)
      pass(5)
      await visitor.logIn(`Ada${count}`, registerForm().Password)
      const back = await site.follow(visitor, asked.searchParams.get('redirectUrl') ?? '')
      expect(back.searchParams.get('error_description')).toBeNull()
      expect((await trade(back.searchParams.get('code') ?? '')).status).toBe(200)
    }
  })

  it('answers prompt=none without a page, with a code or the reason why not', async () => {
    const silent = { prompt: 'none' }
    const site = new TestSite(app)
    for (const [visitor, query, expected] of [
      [ada, community, null],
      [app.visitor(), community, 'login_required'],
      [app.visitor(), guild, 'login_required'],
      [ada, guild, 'consent_required'],
    ] as const) {
      const { pathname, search } = await sentTo(visitor, { ...query, ...silent })
      const back = await site.follow(visitor, `${pathname}${search}`)
      expect(back.href).toMatch(query.redirect_uri)
      expect([back.searchParams.get('error'), back.searchParams.get('state')]).toEqual([
        expected,
        's 1',
      ])
    }
  })

  it('answers demands at the client where no cookie can be asked, before any log-in', async () => {
    const player = await signedInPlayer(app, registerForm({ Username: `Cy${count}` }), 'sandbox')
    const visitor = app.visitor('sandbox')
    for (const [who, query, expected] of [
      [player, { prompt: 'none' }, null],
      [visitor, { prompt: 'none' }, 'login_required'],
      [player, { prompt: 'login' }, 'invalid_request'],
      [visitor, { prompt: 'login' }, 'invalid_request'],
      [visitor, { max_age: '1' }, 'invalid_request'],
    ] as const) {
      const back = await sentTo(who, { ...community, ...query })
      expect(`${back.origin}${back.pathname}`).toBe(community.redirect_uri)
      expect(back.searchParams.get('error')).toBe(expected)
    }
  })

  it('works without a cookie where the account API lives on another site', async () => {
    const player = await signedInPlayer(app, registerForm({ Username: 'Bea' }), 'sandbox')
    const url = await sentTo(player, community)
    expect(url.searchParams.get('code')).toBeTruthy()
    expect(player.jar.has('sso_sites')).toBe(false)
    const site = new TestSite(app, 'community', 'sandbox')
    const screen = await site.follow(player, (await site.begin()).path)
    expect([screen.pathname, screen.searchParams.get('client_id')]).toEqual(['/oauth', 'community'])
  })

  it('gives a code that ends with the session', async () => {
    const code = (await sentTo(ada, community)).searchParams.get('code') ?? ''
    const { Id_User: userId } = await ada.readToken()
    await ada.call('logOut', { path: { userId }, body: {} })
    expect(await trade(code)).toMatchObject({ status: 400, error: 'invalid_grant' })
  })
})
