import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { registerForm, signedInPlayer } from '../testing/samplePlayers.ts'
import { startApp, type TestApp } from '../testing/startApp.ts'
import { sampleClients, TestSite } from '../testing/testSite.ts'
import type { TestVisitor } from '../testing/testVisitor.ts'

const minute = 60
const hour = 60 * minute

const browserSite = {
  clientId: 'wiki',
  name: 'Wiki',
  redirectUris: ['https://wiki.site.test/callback'],
  firstParty: true,
}
const askingSite = {
  clientId: 'guild',
  name: 'Guild <b>&amp; Co',
  clientSecret: 'sample-guild-secret',
  redirectUris: ['https://guild.site.test/callback'],
  scopes: ['openid' as const, 'profile' as const, 'email' as const],
}

let app: TestApp
let site: TestSite
let ada: TestVisitor
let count = 0

beforeAll(async () => {
  app = await startApp({
    deployments: { local: { clients: [...sampleClients, browserSite, askingSite] } },
  })
  site = new TestSite(app)
})
beforeEach(async () => {
  // The provider and its clients tell the time by themselves.
  vi.useFakeTimers({ toFake: ['Date'], now: app.clock.now() })
  pass(hour)
  count += 1
  ada = await signedInPlayer(app, registerForm({ Username: `Ada${count}` }))
})
afterEach(() => vi.useRealTimers())
afterAll(() => app.close())

function pass(seconds: number): void {
  app.clock.advance(seconds)
  vi.setSystemTime(app.clock.now())
}

const messageOf = (page: URL) => [page.pathname, page.searchParams.get('message')]
const faultPage = ['/errors/bad-request', 'This request is not authorized.']

/** What a site is told that sent a visitor with these parameters. */
async function told(visitor: TestVisitor, given: Record<string, string | undefined>) {
  const begun = await site.begin(given)
  const end = await site.follow(visitor, begun.path)
  return [end.searchParams.get('error'), end.searchParams.get('state') === begun.state]
}

describe('sign-on', () => {
  it('gives a site the player who is signed in, without a word', async () => {
    const { Id_User } = await ada.readToken()
    const { claims, accessToken } = await site.signIn(ada)
    expect(claims).toMatchObject({
      sub: String(Id_User),
      aud: 'community',
      iss: 'http://localhost:4000/oidc',
      auth_time: Math.floor(app.clock.now().getTime() / 1000),
      sid: expect.any(String),
    })
    expect(await site.userInfo(accessToken)).toEqual({
      sub: String(Id_User),
      preferred_username: `Ada${count}`,
      titles: [],
      email: `ada${count}@site.test`,
      email_verified: true,
      connections: [],
    })
  })

  it('tells what the scope asks for, and no more than the client may ask', async () => {
    const { accessToken } = await site.signIn(ada, { scope: 'openid' })
    expect(Object.keys(await site.userInfo(accessToken))).toEqual(['sub'])
    const forum = new TestSite(app, 'forum')
    const begun = await forum.begin({ scope: 'openid email' })
    const end = await forum.follow(ada, begun.path)
    expect(end.searchParams.get('error')).toBe('invalid_scope')
  })

  it('tells the linked accounts of other platforms', async () => {
    const { Id_User } = await ada.readToken()
    const now = app.clock.now()
    await app.services.database.kysely
      .insertInto('connects')
      .values({
        deployment: 'local',
        player_id: Id_User,
        canonical_name: 'steam',
        account_id: `7656${count}`,
        connect_name: 'Ada on Steam',
        avatar: '',
        last_check: now,
        linked_at: now,
      })
      .execute()
    const { accessToken } = await site.signIn(ada)
    expect((await site.userInfo(accessToken))['connections']).toEqual([
      { platform: 'steam', id: `7656${count}`, name: 'Ada on Steam' },
    ])
  })

  it('sends a stranger to the log-in of the portal, and goes on where that ends', async () => {
    const visitor = app.visitor()
    const begun = await site.begin({ login_hint: 'ada@site.test' })
    const login = await site.follow(visitor, begun.path)
    expect([login.pathname, login.searchParams.get('clientId')]).toEqual(['/login', 'community'])
    expect(login.searchParams.get('login_hint')).toBe('ada@site.test')
    expect(login.searchParams.has('prompt')).toBe(false)
    await visitor.logIn(`Ada${count}`, registerForm().Password)
    const back = await site.follow(visitor, login.searchParams.get('redirectUrl') ?? '')
    expect((await site.exchange(begun, back)).claims.sub).toBe(
      String((await ada.readToken()).Id_User),
    )
  })

  it('a sign-on belongs to the browser that began it', async () => {
    const login = await site.follow(app.visitor(), (await site.begin()).path)
    const stolen = await site.follow(ada, login.searchParams.get('redirectUrl') ?? '')
    expect(messageOf(stolen)).toEqual(faultPage)
  })

  it('works without a secret for a site in the browser, which CORS lets in', async () => {
    const wiki = new TestSite(app, 'wiki')
    const { accessToken } = await wiki.signIn(ada)
    const ask = (origin: string) =>
      app.app.inject({
        method: 'GET',
        url: '/oidc/me',
        headers: { host: 'localhost:4000', origin, authorization: `Bearer ${accessToken}` },
      })
    const own = await ask('https://wiki.site.test')
    expect([own.statusCode, own.headers['access-control-allow-origin']]).toEqual([
      200,
      'https://wiki.site.test',
    ])
    const foreign = await ask('https://evil.test')
    expect([foreign.statusCode, foreign.headers['access-control-allow-origin']]).toEqual([
      400,
      undefined,
    ])
  })

  it('marks every cookie as secure on https, and keeps everything out of caches', async () => {
    const secure = await startApp({
      deployments: { prod: { AccountUrl: 'https://account.prod.test' } },
    })
    const visitor = secure.visitor('prod')
    const begun = await new TestSite(secure, 'community', 'prod').begin()
    const response = await visitor.send({ method: 'GET', url: begun.path })
    const cookies = [response.headers['set-cookie'] ?? []].flat()
    expect(cookies).toHaveLength(4)
    for (const cookie of cookies) expect(cookie).toMatch(/; samesite=lax; secure; httponly$/)
    expect(response.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': "frame-ancestors 'none'",
    })
    await secure.close()
  })
})

describe('consent', () => {
  const ask = async (visitor: TestVisitor) => {
    const guild = new TestSite(app, 'guild')
    const begun = await guild.begin()
    const page = await guild.follow(visitor, begun.path)
    return { guild, begun, page }
  }
  const answer = (visitor: TestVisitor, page: URL, choice: string, origin?: string) =>
    visitor.send({
      method: 'POST',
      url: page.pathname,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: origin ?? visitor.deployment.origin,
      },
      payload: `answer=${choice}`,
    })

  it('G07 asks who may know what, at the first use of a site that is not the studio’s', async () => {
    const { page } = await ask(ada)
    expect(page.pathname).toMatch(/^\/oidc\/interaction\//)
    expect(ada.last?.body).toContain('Sign in to Guild &lt;b&gt;&amp;amp; Co')
    expect(ada.last?.body).toContain('guild.site.test')
    expect(ada.last?.body).toContain('see your email address')
    expect(ada.last?.body).not.toContain('linked')
    expect(ada.last?.headers['content-security-policy']).toContain("frame-ancestors 'none'")
  })

  it('remembers who was allowed in, over sessions', async () => {
    const { guild, begun, page } = await ask(ada)
    const { location } = (await answer(ada, page, 'allow')).headers
    const back = await guild.follow(ada, location ?? '')
    const { accessToken } = await guild.exchange(begun, back)
    expect(await guild.userInfo(accessToken)).toHaveProperty('email')
    const elsewhere = app.visitor()
    await elsewhere.logIn(`Ada${count}`, registerForm().Password)
    expect((await guild.signIn(elsewhere)).claims.sub).toBeTruthy()
  })

  it('tells the site of a refusal, and asks again the next time', async () => {
    const { guild, begun, page } = await ask(ada)
    const { location } = (await answer(ada, page, 'refuse')).headers
    const back = await guild.follow(ada, location ?? '')
    expect(back.searchParams.get('error')).toBe('access_denied')
    expect(back.searchParams.get('state')).toBe(begun.state)
    expect((await ask(ada)).page.pathname).toMatch(/^\/oidc\/interaction\//)
  })

  it('takes no answer from another site, nor from another player', async () => {
    const { page } = await ask(ada)
    const foreign = await answer(ada, page, 'allow', 'https://evil.test')
    expect(messageOf(new URL(foreign.headers.location ?? ''))).toEqual(faultPage)
    await signedInPlayer(app, registerForm({ Username: `Bea${count}` }))
    await ada.logIn(`Bea${count}`, registerForm().Password)
    const other = await answer(ada, page, 'allow')
    expect(other.headers.location).toMatch(/\/oidc\/auth\?/)
  })

  it('prompt=none is told that somebody must be asked', async () => {
    const guild = new TestSite(app, 'guild')
    const end = await guild.follow(ada, (await guild.begin({ prompt: 'none' })).path)
    expect(end.searchParams.get('error')).toBe('consent_required')
  })
})

describe('what is asked of the player', () => {
  it('prompt=none: a code with a session, login_required without one', async () => {
    expect((await site.signIn(ada, { prompt: 'none' })).claims.sub).toBeTruthy()
    expect(await told(app.visitor(), { prompt: 'none' })).toEqual(['login_required', true])
  })

  it('G07 in a frame, or for a script, nobody is signed in', async () => {
    for (const destination of ['iframe', 'empty', 'image']) {
      const begun = await site.begin({ prompt: 'none' })
      const response = await ada.send({
        method: 'GET',
        url: begun.path,
        headers: { 'sec-fetch-dest': destination },
      })
      const end = new URL(response.headers.location ?? '')
      expect(end.searchParams.get('error')).toBe('login_required')
    }
  })

  it('prompt=login: the password again, by the player who is signed in', async () => {
    pass(minute)
    const begun = await site.begin({ prompt: 'login' })
    const login = await site.follow(ada, begun.path)
    expect([login.pathname, login.searchParams.get('prompt')]).toEqual(['/login', 'login'])
    const next = login.searchParams.get('redirectUrl') ?? ''
    expect((await site.follow(ada, next)).pathname).toBe('/login')
    pass(minute)
    await ada.logIn(`Ada${count}`, registerForm().Password)
    const { claims } = await site.exchange(begun, await site.follow(ada, next))
    expect(claims.auth_time).toBe(Math.floor(app.clock.now().getTime() / 1000))
  })

  it('max_age: the password again, once the last time is too long ago', async () => {
    const authenticated = Math.floor(app.clock.now().getTime() / 1000)
    pass(4 * minute)
    const { claims } = await site.signIn(ada, { max_age: '300' })
    expect(claims.auth_time).toBe(authenticated)
    pass(2 * minute)
    const login = await site.follow(ada, (await site.begin({ max_age: '300' })).path)
    expect([login.pathname, login.searchParams.get('prompt')]).toEqual(['/login', 'login'])
    expect(await told(ada, { max_age: '300', prompt: 'none' })).toEqual(['login_required', true])
  })

  it('login_hint names nobody: who is signed in is signed in', async () => {
    const { claims } = await site.signIn(ada, { login_hint: 'somebody@else.test' })
    expect(claims.sub).toBe(String((await ada.readToken()).Id_User))
  })
})

describe('what is refused', () => {
  it('never leads to an address that is not the site’s, letter by letter', async () => {
    for (const redirect_uri of [
      'https://evil.test/callback',
      `${site.redirectUri}/`,
      `${site.redirectUri}?x=1`,
      `${site.redirectUri}#x`,
      site.redirectUri.toUpperCase(),
      site.redirectUri.replace('localhost', 'localhost.evil.test'),
      site.redirectUri.replace('http:', 'https:'),
      'javascript:alert(1)',
      undefined,
    ]) {
      const end = await site.follow(ada, (await site.begin({ redirect_uri })).path)
      expect(messageOf(end)).toEqual(faultPage)
    }
    const stranger = await site.follow(ada, (await site.begin({ client_id: 'stranger' })).path)
    expect(messageOf(stranger)).toEqual(faultPage)
  })

  it('a code without a challenge, or with a plain one', async () => {
    const none = { code_challenge: undefined, code_challenge_method: undefined }
    expect(await told(ada, none)).toEqual(['invalid_request', true])
    expect(await told(ada, { code_challenge_method: 'plain' })).toEqual(['invalid_request', true])
    expect(await told(ada, { code_challenge_method: undefined })).toEqual(['invalid_request', true])
  })

  it('any answer but a code', async () => {
    for (const response_type of ['token', 'id_token', 'code id_token', 'none']) {
      const begun = await site.begin({ response_type })
      const end = await site.follow(ada, begun.path)
      expect(`${end.search}${end.hash}`).toContain('error=unsupported_response_type')
    }
  })

  it('a wrong verifier, a wrong secret, a wrong nonce', async () => {
    const attempt = async (wrong: Parameters<TestSite['exchange']>[2]) => {
      const begun = await site.begin()
      return site.exchange(begun, await site.follow(ada, begun.path), wrong)
    }
    await expect(attempt({ verifier: 'x'.repeat(43) })).rejects.toMatchObject({
      error: 'invalid_grant',
    })
    await expect(attempt({ secret: 'sample-community-secreT' })).rejects.toMatchObject({
      code: 'OAUTH_WWW_AUTHENTICATE_CHALLENGE',
    })
    await expect(attempt({ nonce: 'another' })).rejects.toThrow('unexpected ID Token "nonce"')
  })

  it('a code that is used twice: what it was traded for dies with it', async () => {
    const begun = await site.begin()
    const callback = await site.follow(ada, begun.path)
    const { accessToken, refreshToken } = await site.exchange(begun, callback)
    await expect(site.exchange(begun, callback)).rejects.toMatchObject({ error: 'invalid_grant' })
    await expect(site.userInfo(accessToken)).rejects.toThrow()
    await expect(site.refresh(refreshToken)).rejects.toMatchObject({ error: 'invalid_grant' })
    expect((await site.signIn(ada, { prompt: 'none' })).claims.sub).toBeTruthy()
  })

  it('of two that use a code at the same moment, one alone gets something', async () => {
    const begun = await site.begin()
    const callback = await site.follow(ada, begun.path)
    const both = await Promise.allSettled([
      site.exchange(begun, callback),
      site.exchange(begun, callback),
    ])
    expect(both.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(1)
  })

  it('a code that is older than a minute, or another site’s', async () => {
    const begun = await site.begin()
    const callback = await site.follow(ada, begun.path)
    pass(minute)
    await expect(site.exchange(begun, callback)).rejects.toMatchObject({ error: 'invalid_grant' })
    const forum = new TestSite(app, 'forum')
    const fresh = await site.begin()
    const stolen = await site.follow(ada, fresh.path)
    await expect(forum.exchange(fresh, stolen)).rejects.toMatchObject({ error: 'invalid_grant' })
  })

  it('a token without a signature, as a hint', async () => {
    const { claims } = await site.signIn(ada)
    const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const unsigned = `${encoded({ alg: 'none' })}.${encoded(claims)}.`
    const end = await site.follow(ada, `/oidc/session/end?id_token_hint=${unsigned}`)
    expect(messageOf(end)).toEqual(faultPage)
    expect(await told(ada, { id_token_hint: unsigned, prompt: 'none' })).toEqual([
      'invalid_request',
      true,
    ])
  })

  it('an unknown host has no provider', async () => {
    const response = await app.app.inject({
      method: 'GET',
      url: '/oidc/.well-known/openid-configuration',
      headers: { host: 'evil.test' },
    })
    expect(response.statusCode).toBe(421)
  })
})

describe('refresh', () => {
  it('rotates; a repeated one ends everything of the sign-on, and signing on anew works', async () => {
    const first = await site.signIn(ada)
    const second = await site.refresh(first.refreshToken)
    expect(second.refreshToken).not.toBe(first.refreshToken)
    expect((await site.userInfo(second.accessToken)).sub).toBe(first.claims.sub)
    await expect(site.refresh(first.refreshToken)).rejects.toMatchObject({ error: 'invalid_grant' })
    await expect(site.refresh(second.refreshToken)).rejects.toMatchObject({
      error: 'invalid_grant',
    })
    await expect(site.userInfo(second.accessToken)).rejects.toThrow()
    expect((await site.signIn(ada, { prompt: 'none' })).claims.sub).toBe(first.claims.sub)
  })

  it('outlives the refresh of the portal’s own session', async () => {
    const { refreshToken } = await site.signIn(ada)
    const { Value, Refresh } = await ada.readToken()
    const query = { access_token: Value, refresh_token: Refresh, client_id: '' }
    ada.identity = (await ada.call('refreshToken', { query })).AccessToken
    await ada.readToken()
    const { accessToken } = await site.refresh(refreshToken)
    expect((await site.userInfo(accessToken)).sub).toBeTruthy()
    expect((await site.signIn(ada, { prompt: 'none' })).claims.sub).toBeTruthy()
  })
})
