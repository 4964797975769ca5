import { callNames, calls } from '@gatehouse/contract/calls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { routeOf } from '../../src/http/registerRoutes.ts'
import { cookieErrorOf } from '../fixtures/cookieError.ts'
import { registerForm, signedInPlayer } from '../fixtures/samples/samplePlayers.ts'
import { type PartnerApp, startPartnerApp } from '../fixtures/partners/startPartnerApp.ts'
import { TestSite } from '../fixtures/testClient.ts'
import { leaveForLogin } from '../fixtures/partners/throughPartner.ts'

/* The cookies of a browser, and their end with the session. */

let app: PartnerApp

beforeAll(async () => {
  app = await startPartnerApp({
    settings: { LIMITS: 'off' },
    deployments: {
      prod: { AccountUrl: 'https://account.prod.test' },
      relic: { AccountUrl: 'https://account.relic.test' },
    },
  })
})
afterAll(() => app.close())

describe('every cookie of the server (F17)', () => {
  it('has a class: bound to its host, hidden from scripts, and short-lived', async () => {
    const set = new Set<string>()
    const ada = await signedInPlayer(app, registerForm({ Username: 'Ada' }), 'prod')
    const collect = (browser: typeof ada) =>
      [...browser.jar.keys()].forEach((name) => set.add(name))
    collect(ada)
    const site = new TestSite(app, 'community', 'prod')
    const begun = await site.begin({ prompt: 'login' })
    await site.follow(ada, begun.path)
    collect(ada)
    const visitor = app.visitor('relic')
    await leaveForLogin(visitor)
    collect(visitor)
    // Test visitors refuse each line without a class, in this test and in all others.
    expect([...set].toSorted()).toEqual([
      '__Host-sso_browser',
      '__Host-sso_flow',
      '__Host-sso_session',
      '__Host-sso_sites',
      // The portal reads it.
      'sso_identity',
      'sso_request',
    ])
  })

  it.each([
    ['sid=x; Path=/; HttpOnly; Secure; SameSite=Strict', 'sid is of no class'],
    ['sso_session=x; Path=/; HttpOnly; Secure; SameSite=Strict', 'sso_session: name'],
    ['__Host-sso_session=x; Path=/; Secure; SameSite=Strict', '__Host-sso_session: httponly'],
    ['__Host-sso_session=x; Path=/; HttpOnly; SameSite=Strict', '__Host-sso_session: secure'],
    ['__Host-sso_session=x; Path=/; HttpOnly; Secure', '__Host-sso_session: samesite'],
    [
      '__Host-sso_session=x; Domain=prod.test; Path=/a; HttpOnly; Secure; SameSite=Lax',
      '__Host-sso_session: domain, path, samesite',
    ],
    [
      `__Host-sso_session=${'x'.repeat(5000)}; Max-Age=2592001; Path=/; HttpOnly; Secure; SameSite=Strict`,
      '__Host-sso_session: length, max-age',
    ],
  ])('is refused when it breaks its class: %#', (line, error) => {
    expect(cookieErrorOf(line, app.deployment('prod'))).toBe(error)
  })
})

describe('a log-out (F16)', () => {
  it('clears the browser’s cache, and no answer of the account API was cacheable', async () => {
    const bea = await signedInPlayer(app, registerForm({ Username: 'Bea' }), 'prod')
    const { Id_User: userId } = await bea.readToken()
    const asked = callNames.filter(
      (name) => calls[name].caller !== 'anyone' && name !== 'logOut' && !name.startsWith('delete'),
    )
    for (const name of asked) {
      const { method } = calls[name]
      const url = routeOf(name).replace(':userId', String(userId)).replace(/:\w+/g, 'x')
      const { headers } = await bea.send({ method, url, ...(method === 'POST' && { payload: {} }) })
      expect([name, headers['cache-control'], headers['etag']]).toEqual([
        name,
        'no-store',
        undefined,
      ])
    }
    const cookies = [...bea.jar.keys()]
    await bea.call('logOut', { path: { userId }, body: {} })
    expect(bea.last?.headers['clear-site-data']).toBe('"cache"')
    expect(bea.last?.headers['cache-control']).toBe('no-store')
    expect(cookies).toContain('__Host-sso_session')
    // The remaining cookie says only that some player has logged in here before.
    expect([...bea.jar.keys()]).toEqual(['__Host-sso_browser'])
  })
})
