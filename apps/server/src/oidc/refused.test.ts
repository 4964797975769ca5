import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { registerForm, signedInPlayer } from '../../test/fixtures/samples/samplePlayers.ts'
import { shareClock } from '../../test/fixtures/processes/shareClock.ts'
import { startApp, type TestApp } from '../../test/fixtures/startApp.ts'
import { sampleClients, TestSite } from '../../test/fixtures/testClient.ts'
import type { TestVisitor } from '../../test/fixtures/testVisitor.ts'

const minute = 60

let app: TestApp
let pass: (seconds: number) => void
let site: TestSite
let ada: TestVisitor
let count = 0

beforeAll(async () => {
  const clients = sampleClients.map((client) => ({ ...client, pkce: 'required' as const }))
  app = await startApp({ deployments: { local: { clients } } })
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

const messageOf = (page: URL) => [page.pathname, page.searchParams.get('message')]
const errorPage = ['/errors/bad-request', 'This request is not authorized.']

/** The provider's answer to a client that sent a visitor with these parameters. */
async function answerTo(visitor: TestVisitor, given: Record<string, string | undefined>) {
  const begun = await site.begin(given)
  const end = await site.follow(visitor, begun.path)
  return [end.searchParams.get('error'), end.searchParams.get('state') === begun.state]
}

/** A valid sign-in, except for the given values at its end. */
async function attempt(wrong: Parameters<TestSite['exchange']>[2]) {
  const begun = await site.begin()
  return site.exchange(begun, await site.follow(ada, begun.path), wrong)
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

/** The status and the body of a program’s request to a host. */
async function ask(url: string, host: string): Promise<[number, object]> {
  const headers = { host, accept: 'text/html, */*' }
  const answer = await app.app.inject({ method: 'POST', url, headers })
  return [answer.statusCode, answer.json<object>()]
}

describe('the provider', () => {
  it('never redirects to an address that is not the client’s, letter by letter', async () => {
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
      expect(messageOf(end)).toEqual(errorPage)
    }
    const unknown = await site.follow(ada, (await site.begin({ client_id: 'unknown' })).path)
    expect(messageOf(unknown)).toEqual(errorPage)
  })

  it('refuses a code without a challenge, or with a plain one', async () => {
    const none = { code_challenge: undefined, code_challenge_method: undefined }
    expect(await answerTo(ada, none)).toEqual(['invalid_request', true])
    expect(await answerTo(ada, { code_challenge_method: 'plain' })).toEqual([
      'invalid_request',
      true,
    ])
    expect(await answerTo(ada, { code_challenge_method: undefined })).toEqual([
      'invalid_request',
      true,
    ])
  })

  it('refuses any response type except a code', async () => {
    for (const response_type of ['token', 'id_token', 'code id_token', 'none']) {
      const begun = await site.begin({ response_type })
      const end = await site.follow(ada, begun.path)
      expect(`${end.search}${end.hash}`).toContain('error=unsupported_response_type')
    }
  })

  it('refuses a wrong verifier, a wrong secret and a wrong nonce', async () => {
    await expect(attempt({ verifier: 'x'.repeat(43) })).rejects.toMatchObject({
      error: 'invalid_grant',
    })
    await expect(attempt({ secret: 'sample-community-secreT' })).rejects.toMatchObject({
      code: 'OAUTH_WWW_AUTHENTICATE_CHALLENGE',
    })
    await expect(attempt({ nonce: 'another' })).rejects.toThrow('unexpected ID Token "nonce"')
  })

  it('refuses a second use of a code and voids its tokens', async () => {
    const begun = await site.begin()
    const callback = await site.follow(ada, begun.path)
    const { accessToken, refreshToken } = await site.exchange(begun, callback)
    await expect(site.exchange(begun, callback)).rejects.toMatchObject({ error: 'invalid_grant' })
    await expect(site.userInfo(accessToken)).rejects.toMatchObject({
      code: 'OAUTH_WWW_AUTHENTICATE_CHALLENGE',
    })
    await expect(site.refresh(refreshToken)).rejects.toMatchObject({ error: 'invalid_grant' })
    expect((await site.signIn(ada, { prompt: 'none' })).claims.sub).toBeTruthy()
  })

  it('gives tokens to at most one of two simultaneous uses of a code', async () => {
    const begun = await site.begin()
    const callback = await site.follow(ada, begun.path)
    const both = await Promise.allSettled([
      site.exchange(begun, callback),
      site.exchange(begun, callback),
    ])
    expect(both.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(1)
  })

  it('refuses a code that is older than a minute, or another client’s', async () => {
    const begun = await site.begin()
    const callback = await site.follow(ada, begun.path)
    pass(minute)
    await expect(site.exchange(begun, callback)).rejects.toMatchObject({ error: 'invalid_grant' })
    const forum = new TestSite(app, 'forum')
    const fresh = await site.begin()
    const stolen = await site.follow(ada, fresh.path)
    await expect(forum.exchange(fresh, stolen)).rejects.toMatchObject({ error: 'invalid_grant' })
  })

  it('refuses a token without a signature as a hint', async () => {
    const { claims } = await site.signIn(ada)
    const unsigned = `${encoded({ alg: 'none' })}.${encoded(claims)}.`
    const end = await site.follow(ada, `/oidc/session/end?id_token_hint=${unsigned}`)
    // The player is asked, as without one.
    expect(end.search).toBe('?refused=')
    expect(await answerTo(ada, { id_token_hint: unsigned, prompt: 'none' })).toEqual([
      'invalid_request',
      true,
    ])
  })

  it('does not exist on an unknown host', async () => {
    const response = await app.app.inject({
      method: 'GET',
      url: '/oidc/.well-known/openid-configuration',
      headers: { host: 'evil.test' },
    })
    expect(response.statusCode).toBe(421)
  })

  it('says to a program in its own form that a host has no portal, or a request is too long', async () => {
    for (const url of ['/oidc/token', '/oidc/me', '/oidc/request', '/oidc/device/auth']) {
      const [status, body] = await ask(url, 'localhost')
      expect([status, body]).toEqual([
        421,
        { error: 'invalid_request', error_description: expect.stringContaining('with its port') },
      ])
    }
    const [status, body] = await ask(`/oidc/token?${'x'.repeat(20_000)}`, 'localhost:4000')
    expect([status, body]).toMatchObject([414, { error: 'invalid_request' }])
  })
})
