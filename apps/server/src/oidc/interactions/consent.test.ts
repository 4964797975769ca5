import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { registerForm, signedInPlayer } from '../../../test/fixtures/samples/samplePlayers.ts'
import { shareClock } from '../../../test/fixtures/processes/shareClock.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'
import { sampleClients, TestSite } from '../../../test/fixtures/testClient.ts'
import type { TestVisitor } from '../../../test/fixtures/testVisitor.ts'

const askingSite = {
  clientId: 'guild',
  name: 'Guild <b>&amp; Co',
  clientSecret: 'sample-guild-secret',
  redirectUris: ['https://guild.site.test/callback'],
  scopes: ['openid' as const, 'profile' as const, 'email' as const],
}

let app: TestApp
let pass: (seconds: number) => void
let guild: TestSite
let ada: TestVisitor
let count = 0

beforeAll(async () => {
  app = await startApp({
    deployments: { local: { clients: [...sampleClients, askingSite] } },
  })
  guild = new TestSite(app, 'guild')
  pass = shareClock(app.clock)
})
beforeEach(async () => {
  // The provider and its clients have their own clock.
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

/** Sends a visitor from a foreign client; returns the last page. */
async function ask(visitor: TestVisitor) {
  const begun = await guild.begin()
  return { begun, page: await guild.follow(visitor, begun.path) }
}

function answer(visitor: TestVisitor, page: URL, choice: string, origin?: string) {
  return visitor.send({
    method: 'POST',
    url: page.pathname,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: origin ?? visitor.deployment.origin,
    },
    payload: `answer=${choice}`,
  })
}

describe('the consent page', () => {
  it('asks at the first use of a foreign client and names it with its scopes (G07)', async () => {
    const { page } = await ask(ada)
    expect(page.pathname).toMatch(/^\/oidc\/interaction\//)
    expect(ada.last?.body).toContain('Guild &lt;b&gt;&amp;amp; Co')
    expect(ada.last?.body).toContain('guild.site.test')
    expect(ada.last?.body).toContain('profile&quot;,&quot;email')
    expect(ada.last?.body).not.toContain('connections')
    expect(ada.last?.headers['content-security-policy']).toContain("frame-ancestors 'none'")
  })

  it('remembers a consent over sessions', async () => {
    const { begun, page } = await ask(ada)
    const { location } = (await answer(ada, page, 'allow')).headers
    const back = await guild.follow(ada, location ?? '')
    const { accessToken } = await guild.exchange(begun, back)
    expect(await guild.userInfo(accessToken)).toHaveProperty('email')
    const elsewhere = app.visitor()
    await elsewhere.logIn(`Ada${count}`, registerForm().Password)
    expect((await guild.signIn(elsewhere)).claims.sub).toBeTruthy()
  })

  it('answers the client’s request with a refusal and asks again the next time', async () => {
    const { begun, page } = await ask(ada)
    const { location } = (await answer(ada, page, 'refuse')).headers
    const back = await guild.follow(ada, location ?? '')
    expect(back.searchParams.get('error')).toBe('access_denied')
    expect(back.searchParams.get('state')).toBe(begun.state)
    expect((await ask(ada)).page.pathname).toMatch(/^\/oidc\/interaction\//)
  })

  it('refuses an answer from another site and from another player', async () => {
    const { page } = await ask(ada)
    const foreign = await answer(ada, page, 'allow', 'https://evil.test')
    expect(messageOf(new URL(foreign.headers.location ?? ''))).toEqual(errorPage)
    await signedInPlayer(app, registerForm({ Username: `Bea${count}` }))
    await ada.logIn(`Bea${count}`, registerForm().Password)
    const other = await answer(ada, page, 'allow')
    expect(other.headers.location).toMatch(/\/oidc\/auth\?/)
  })

  it('is replaced by an error with prompt=none', async () => {
    const end = await guild.follow(ada, (await guild.begin({ prompt: 'none' })).path)
    expect(end.searchParams.get('error')).toBe('consent_required')
  })
})
