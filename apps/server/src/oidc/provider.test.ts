import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { registerForm, signedInPlayer } from '../../test/fixtures/samples/samplePlayers.ts'
import { shareClock } from '../../test/fixtures/processes/shareClock.ts'
import { startApp, type TestApp } from '../../test/fixtures/startApp.ts'
import { sampleClients, TestSite } from '../../test/fixtures/testClient.ts'
import type { TestVisitor } from '../../test/fixtures/testVisitor.ts'

const minute = 60

const browserSite = {
  clientId: 'wiki',
  name: 'Wiki',
  redirectUris: ['https://wiki.site.test/callback'],
  firstParty: true,
}

let app: TestApp
let pass: (seconds: number) => void
let site: TestSite
let ada: TestVisitor
let count = 0

beforeAll(async () => {
  app = await startApp({
    deployments: {
      local: { MediasUrl: '', Avatars: {}, clients: [...sampleClients, browserSite] },
    },
  })
  site = new TestSite(app)
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

/** The provider's answer to a client that sent a visitor with these parameters. */
async function answerTo(visitor: TestVisitor, given: Record<string, string | undefined>) {
  const begun = await site.begin(given)
  const end = await site.follow(visitor, begun.path)
  return [end.searchParams.get('error'), end.searchParams.get('state') === begun.state]
}

describe('a sign-in at a client', () => {
  it('gives the client the player of the session without a question', async () => {
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
      name: `Ada${count}`,
      preferred_username: `Ada${count}`,
      nickname: `Ada${count}`,
      profile: 'http://localhost:4000/account',
      updated_at: expect.any(Number),
      titles: [],
      email: `ada${count}@site.test`,
      // The link of the confirmation acts on load here.
      email_verified: false,
      connections: [],
    })
  })

  it('gives the claims of the requested scope and refuses more than the client may ask', async () => {
    const { accessToken } = await site.signIn(ada, { scope: 'openid' })
    expect(Object.keys(await site.userInfo(accessToken))).toEqual(['sub'])
    const forum = new TestSite(app, 'forum')
    const begun = await forum.begin({ scope: 'openid email' })
    const end = await forum.follow(ada, begun.path)
    expect(end.searchParams.get('error')).toBe('invalid_scope')
  })

  it.each([
    ['https://cdn.site.test/ada.png', 'https://cdn.site.test/ada.png'],
    ['/avatars/ada.png', 'http://localhost:4000/avatars/ada.png'],
  ])('gives the avatar %s as an absolute address', async (avatar_url, picture) => {
    await app.services.database.kysely
      .updateTable('players')
      .set({ avatar_url, titles: 'Map Maker;VIP' })
      .where('username', '=', `Ada${count}`)
      .execute()
    const { accessToken } = await site.signIn(ada)
    expect(await site.userInfo(accessToken)).toMatchObject({
      picture,
      titles: ['Map Maker', 'VIP'],
    })
  })

  it('gives the linked accounts of other platforms', async () => {
    const { Id_User } = await ada.readToken()
    const now = app.clock.now()
    await app.services.database.kysely
      .insertInto('connections')
      .values({
        deployment: 'local',
        player_id: Id_User,
        canonical_name: 'steam',
        account_id: `7656${count}`,
        account_name: 'Ada on Steam',
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

  it('redirects a visitor to the portal’s log-in and continues afterwards', async () => {
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

  it('belongs to the browser that began it', async () => {
    const login = await site.follow(app.visitor(), (await site.begin()).path)
    const stolen = await site.follow(ada, login.searchParams.get('redirectUrl') ?? '')
    // Ours, which says that the site no longer waits.
    expect(stolen.pathname).toMatch(/^\/oidc\/interaction\//)
    expect(stolen.searchParams.get('code')).toBeNull()
  })

  it('works without a secret for a browser client, which CORS allows', async () => {
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

  it('marks every cookie as secure on https and stays out of caches', async () => {
    const secure = await startApp({
      deployments: { prod: { AccountUrl: 'https://account.prod.test' } },
    })
    const visitor = secure.visitor('prod')
    const begun = await new TestSite(secure, 'community', 'prod').begin()
    const response = await visitor.send({ method: 'GET', url: begun.path })
    const cookies = [response.headers['set-cookie'] ?? []].flat()
    expect(cookies).toHaveLength(1)
    for (const cookie of cookies) expect(cookie).toMatch(/; samesite=lax; secure; httponly$/)
    expect(response.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': "frame-ancestors 'none'",
    })
    await secure.close()
  })
})

describe('a parameter of a sign-in', () => {
  it('prompt=none gives a code with a session and login_required without one', async () => {
    expect((await site.signIn(ada, { prompt: 'none' })).claims.sub).toBeTruthy()
    expect(await answerTo(app.visitor(), { prompt: 'none' })).toEqual(['login_required', true])
  })

  it('prompt=none signs no player in for a frame or a script (G07)', async () => {
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

  it('prompt=login asks the player for the password again', async () => {
    pass(0.5)
    const begun = await site.begin({ prompt: 'login' })
    const login = await site.follow(ada, begun.path)
    expect([login.pathname, login.searchParams.get('prompt')]).toEqual(['/login', 'login'])
    const next = login.searchParams.get('redirectUrl') ?? ''
    expect((await site.follow(ada, next)).pathname).toBe('/login')
    pass(0.1)
    await ada.logIn(`Ada${count}`, registerForm().Password)
    const { claims } = await site.exchange(begun, await site.follow(ada, next))
    expect(claims.auth_time).toBe(Math.floor(app.clock.now().getTime() / 1000))
  })

  it('max_age asks for the password again when the last time is too long ago', async () => {
    const authenticated = Math.floor(app.clock.now().getTime() / 1000)
    pass(4 * minute)
    const { claims } = await site.signIn(ada, { max_age: '300' })
    expect(claims.auth_time).toBe(authenticated)
    pass(2 * minute)
    const login = await site.follow(ada, (await site.begin({ max_age: '300' })).path)
    expect([login.pathname, login.searchParams.get('prompt')]).toEqual(['/login', 'login'])
    expect(await answerTo(ada, { max_age: '300', prompt: 'none' })).toEqual([
      'login_required',
      true,
    ])
  })

  it('login_hint does not change the player of the session', async () => {
    const { claims } = await site.signIn(ada, { login_hint: 'somebody@else.test' })
    expect(claims.sub).toBe(String((await ada.readToken()).Id_User))
  })
})

describe('a refresh at a client', () => {
  it('rotates its token, and one that is used again later ends all tokens of the sign-in', async () => {
    const first = await site.signIn(ada)
    const second = await site.refresh(first.refreshToken)
    expect(second.refreshToken).not.toBe(first.refreshToken)
    expect((await site.userInfo(second.accessToken)).sub).toBe(first.claims.sub)
    pass(3 * minute)
    await expect(site.refresh(first.refreshToken)).rejects.toMatchObject({ error: 'invalid_grant' })
    await expect(site.refresh(second.refreshToken)).rejects.toMatchObject({
      error: 'invalid_grant',
    })
    await expect(site.userInfo(second.accessToken)).rejects.toMatchObject({
      code: 'OAUTH_WWW_AUTHENTICATE_CHALLENGE',
    })
    expect((await site.signIn(ada, { prompt: 'none' })).claims.sub).toBe(first.claims.sub)
  })

  it('works after a refresh of the portal’s own session', async () => {
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
