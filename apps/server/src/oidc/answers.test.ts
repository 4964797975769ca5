import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { shareClock } from '../../test/fixtures/processes/shareClock.ts'
import { registerForm, signedInPlayer } from '../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../test/fixtures/startApp.ts'
import { sampleClients, TestSite } from '../../test/fixtures/testClient.ts'
import type { TestVisitor } from '../../test/fixtures/testVisitor.ts'

/** The default of Java's HttpURLConnection. */
const accept = 'text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2'
const form = 'application/x-www-form-urlencoded'
const basic = `Basic ${btoa('community:sample-community-secret')}`

let app: TestApp
let pass: (seconds: number) => void
let site: TestSite
let ada: TestVisitor
let count = 0

beforeAll(async () => {
  app = await startApp({ deployments: { local: { clients: sampleClients } } })
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

/** A request of a program, which has no cookies. */
function ask(url: string, body?: Readonly<Record<string, string>>, headers = {}) {
  return app.app.inject({
    method: body ? 'POST' : 'GET',
    url,
    headers: {
      host: 'localhost:4000',
      accept,
      ...(body ? { 'content-type': form } : {}),
      ...headers,
    },
    ...(body ? { payload: new URLSearchParams(body).toString() } : {}),
  })
}

describe('an error for a program', () => {
  const code = {
    grant_type: 'authorization_code',
    code: 'invented',
    redirect_uri: 'https://x.test',
  }
  it.each([
    ['an invented code', '/oidc/token', code, { authorization: basic }, 400, 'invalid_grant'],
    [
      'a wrong secret',
      '/oidc/token',
      code,
      { authorization: `Basic ${btoa('community:no')}` },
      401,
      'invalid_client',
    ],
    [
      'an unknown client',
      '/oidc/token',
      { ...code, client_id: 'nobody' },
      {},
      401,
      'invalid_client',
    ],
    [
      'an unknown grant',
      '/oidc/token',
      { grant_type: 'password' },
      { authorization: basic },
      400,
      'unsupported_grant_type',
    ],
    [
      'an invented access token',
      '/oidc/me',
      undefined,
      { authorization: 'Bearer x' },
      401,
      'invalid_token',
    ],
    ['no access token', '/oidc/me', undefined, {}, 401, 'invalid_token'],
    [
      'a revocation without a token',
      '/oidc/token/revocation',
      {},
      { authorization: basic },
      400,
      'invalid_request',
    ],
    [
      'a revocation by nobody',
      '/oidc/token/revocation',
      { token: 'x' },
      {},
      400,
      'invalid_request',
    ],
    [
      'a call that is not there',
      '/oidc/token/introspection',
      { token: 'x' },
      { authorization: basic },
      404,
      'not_found',
    ],
    ['a path that is not there', '/oidc/nothing', undefined, {}, 404, 'not_found'],
  ])('keeps its status and is JSON, whatever the program accepts: %s (O01)', async (...given) => {
    const [, url, body, headers, status, error] = given
    const answer = await ask(url, body, headers)
    expect([answer.statusCode, answer.json<{ error: string }>().error]).toEqual([status, error])
    expect(answer.headers['content-type']).toContain('application/json')
  })

  it('is a page only where a person is (O01)', async () => {
    for (const [path, page] of [
      ['/oidc/auth?client_id=nobody', '/errors/bad-request'],
      ['/oidc/session/end?id_token_hint=x', '/oidc/session/end'],
    ] as const) {
      const { statusCode, headers } = await ask(path)
      expect([statusCode, new URL(headers.location ?? '').pathname]).toEqual([303, page])
    }
  })

  it('is JSON too where the server refuses before the provider reads (O01)', async () => {
    const long = `/oidc/token?${'x'.repeat(13_000)}`
    const answer = await ask(long, code)
    expect(answer.statusCode).toBe(414)
    expect(answer.json()).toMatchObject({ error: 'invalid_request' })
  })
})

it('a revocation answers an empty 200 without a content type (O01)', async () => {
  const { accessToken, refreshToken } = await site.signIn(ada)
  for (const token of ['invented', accessToken, refreshToken]) {
    const answer = await ask('/oidc/token/revocation', { token }, { authorization: basic })
    expect([answer.statusCode, answer.body]).toEqual([200, ''])
    expect(answer.headers).not.toHaveProperty('content-type')
  }
  await expect(site.refresh(refreshToken)).rejects.toMatchObject({ error: 'invalid_grant' })
})

/** A browser leaves the Lax cookies at home when another site posts. */
async function postFromElsewhere(visitor: TestVisitor, path: string, body: string) {
  const jar = new Map(visitor.jar)
  visitor.jar.clear()
  const answer = await visitor.send({
    method: 'POST',
    url: path,
    headers: { 'content-type': form, origin: 'https://community.test', accept },
    payload: body,
  })
  for (const [name, value] of jar) visitor.jar.set(name, value)
  expect(answer.statusCode).toBe(303)
  return answer.headers.location ?? ''
}

describe('a form that another site has posted', () => {
  it('finds the player’s session at the authorization endpoint (O05)', async () => {
    const begun = await site.begin({ prompt: 'none' })
    const [path = '', query = ''] = begun.path.split('?')
    const next = await postFromElsewhere(ada, path, query)
    expect(next).toBe(`http://localhost:4000${path}?${query}`)
    const { claims } = await site.exchange(begun, await site.follow(ada, next))
    expect(claims.sub).toBe(String((await ada.readToken()).Id_User))
  })

  it('ends the player’s session by the ID token of it, and only after the page (O05)', async () => {
    const { idToken } = await site.signIn(ada)
    const body = new URLSearchParams({ id_token_hint: idToken, state: 'back' }).toString()
    const next = new URL(await postFromElsewhere(ada, '/oidc/session/end', body))
    const page = await ada.send({
      method: 'GET',
      url: `${next.pathname}${next.search}`,
      headers: { accept },
    })
    const xsrf = /name="xsrf" value="(\w+)"/.exec(page.body)?.[1] ?? ''
    expect((await site.signIn(ada, { prompt: 'none' })).claims.sub).toBeTruthy()
    const answer = await ada.send({
      method: 'POST',
      url: '/oidc/session/end/confirm',
      headers: { 'content-type': form, accept },
      payload: new URLSearchParams({ xsrf, logout: 'yes' }).toString(),
    })
    expect(answer.statusCode).toBe(303)
    const end = await site.follow(ada, (await site.begin({ prompt: 'none' })).path)
    expect(end.searchParams.get('error')).toBe('login_required')
  })

  it('is refused like an address: a parameter twice, nothing in it, too long, another type (O05)', async () => {
    const begun = await site.begin()
    const query = begun.path.split('?')[1] ?? ''
    const endOf = async (body: string) =>
      site.follow(ada, await postFromElsewhere(ada, '/oidc/auth', body))
    expect((await endOf(`${query}&nonce=again`)).searchParams.get('error')).toBe('invalid_request')
    for (const body of ['', `x=${'y'.repeat(20_000)}`]) {
      expect((await endOf(body)).pathname).toBe('/errors/bad-request')
    }
    const answer = await ada.send({
      method: 'POST',
      url: '/oidc/auth?client_id=community',
      headers: { 'content-type': 'application/json' },
      payload: '{"client_id":"community"}',
    })
    expect(answer.statusCode).toBe(303)
    expect(answer.headers.location).not.toContain('client_id=')
  })
})

describe('a sign-in without openid', () => {
  const words = 'scope has to contain openid: each sign-in is OpenID Connect'

  it.each([undefined, 'profile'])('is refused in our words, for the scope %s', async (scope) => {
    const { path } = await site.begin({ scope, nonce: undefined })
    const end = await site.follow(ada, path)
    expect(end.searchParams.get('error_description')).toBe(words)
    const answer = await ask('/oidc/device/auth', {
      client_id: 'console',
      ...(scope === undefined ? {} : { scope }),
    })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ error: 'invalid_request', error_description: words })
  })
})
