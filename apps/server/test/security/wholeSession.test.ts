import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fakePortal } from '../fixtures/fakePortal.ts'
import { registerForm, signedInPlayer } from '../fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../fixtures/startApp.ts'
import { sampleClients, TestSite } from '../fixtures/testClient.ts'
import type { TestVisitor } from '../fixtures/testVisitor.ts'

/* Browsers drop cookies, one without the other: no half of a session lives on alone. */

let folder: string
let app: TestApp
let site: TestSite
let count = 0

beforeAll(async () => {
  folder = await fakePortal()
  app = await startApp({
    settings: { PORTAL_DIST: folder },
    deployments: { local: { clients: sampleClients } },
  })
  site = new TestSite(app)
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

const player = () => signedInPlayer(app, registerForm({ Username: `Whole${(count += 1)}` }))

const open = (visitor: TestVisitor, url = '/account', from = 'none') =>
  visitor.send({
    method: 'GET',
    url,
    headers: {
      accept: 'text/html',
      authorization: '',
      'sec-fetch-site': from,
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
    },
  })

const metasOf = (body: string) =>
  (JSON.parse(body.slice(body.indexOf('{'))) as { metas: Record<string, string> }).metas

/** What the portal finds when it asks, and whether a site signs the browser in without a word. */
async function sidesOf(visitor: TestVisitor) {
  const identity = visitor.jar.get('sso_identity')
  const token =
    identity === undefined
      ? null
      : await visitor.send({ method: 'GET', url: `/api/token/${identity}` })
  const end = await site.follow(visitor, (await site.begin({ prompt: 'none' })).path)
  return {
    portal: token?.statusCode === 200,
    sites: end.searchParams.get('error') === null,
  }
}

/** Which cookies a browser may lose, and how a page that is opened then finds the session. */
const losses = [
  [['sso_identity'], true],
  [['sso_sites'], true],
  [['sso_session'], false],
  [['sso_identity', 'sso_session'], false],
  [['sso_identity', 'sso_sites'], false],
  [['sso_session', 'sso_sites'], false],
] as const

describe('a browser that has lost', () => {
  it.each(losses)('%j is signed in on both sides, or on none (%s)', async (lost, isSignedIn) => {
    const ada = await player()
    for (const name of lost) ada.jar.delete(name)
    await open(ada)
    // The portal begins with its token.
    await sidesOf(ada)
    expect(await sidesOf(ada)).toEqual({ portal: isSignedIn, sites: isSignedIn })
  })

  it('its session id gets it back for thirty days, where scripts read it', async () => {
    const ada = await player()
    ada.jar.delete('sso_identity')
    const { headers, body } = await open(ada, '/')
    expect(headers['set-cookie']).toContain(
      `sso_identity=${ada.identity}; Max-Age=2592000; Path=/; SameSite=Strict`,
    )
    expect(String(headers['cache-control'])).toMatch(/private|no-store/)
    expect(body).toContain(ada.identity)
  })

  it('its session id learns so from a site, too, where its strict cookies do not come along', async () => {
    const ada = await player()
    const { body } = await open(ada, '/', 'cross-site')
    expect(metasOf(body)['signed-in-at-sites']).toBe('yes')
    ada.jar.clear()
    expect(metasOf((await open(ada, '/', 'cross-site')).body)['signed-in-at-sites']).toBe(undefined)
  })

  it('what another player’s browser has gets nothing of it', async () => {
    const [ada, bea] = [await player(), await player()]
    ada.jar.delete('sso_identity')
    ada.jar.set('sso_sites', bea.jar.get('sso_sites') ?? '')
    await open(ada)
    expect(ada.jar.has('sso_identity')).toBe(false)
    expect(ada.jar.has('sso_session')).toBe(false)
    expect(await sidesOf(bea)).toEqual({ portal: true, sites: true })
  })
})

describe('both halves', () => {
  it('come with the answer that opens a session, are renewed with it, and end with it', async () => {
    const ada = await player()
    expect(ada.jar.get('sso_identity')).toBe(ada.identity)
    const { Value, Refresh } = await ada.readToken()
    const query = { access_token: Value, refresh_token: Refresh, client_id: '' }
    const { AccessToken } = await ada.call('refreshToken', { query })
    expect(ada.jar.get('sso_identity')).toBe(AccessToken)
    ada.identity = AccessToken
    const { Id_User } = await ada.readToken()
    await ada.call('logOut', { path: { userId: Id_User }, body: {} })
    expect([...ada.jar.keys()].filter((name) => /identity|session|sites/.test(name))).toEqual([])
  })
})

describe('the choice of cookies', () => {
  const given = { sso_consent_given: '1', sso_consent_analytics: '1', sso_consent_marketing: '0' }

  it('is renewed by a page, readable and for a year', async () => {
    const visitor = app.visitor()
    for (const [name, value] of Object.entries(given)) visitor.jar.set(name, value)
    const { headers } = await open(visitor, '/')
    expect(headers['set-cookie']).toEqual(
      Object.entries(given).map(
        ([name, value]) => `${name}=${value}; Max-Age=31536000; Path=/; SameSite=Lax`,
      ),
    )
    expect(headers['cache-control']).toContain('private')
  })

  it.each([
    [{}],
    [{ ...given, sso_consent_given: '0' }],
    [{ ...given, sso_consent_marketing: 'x' }],
    [{ sso_consent_analytics: '1', sso_consent_marketing: '1' }],
  ])('%j is none, and nothing is set', async (cookies) => {
    const visitor = app.visitor()
    for (const [name, value] of Object.entries(cookies)) visitor.jar.set(name, value)
    expect((await open(visitor, '/')).headers['set-cookie']).toBe(undefined)
  })
})
