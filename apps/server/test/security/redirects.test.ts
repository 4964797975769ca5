import { callNames, calls } from '@gatehouse/contract/calls'
import { allowedRedirect } from '@gatehouse/contract/redirect'
import { redirectCorpus } from '@gatehouse/contract/testing/redirectCorpus'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { routeOf } from '../../src/http/registerRoutes.ts'
import { linkSteam, newSteamId, unlinkSteam } from '../fixtures/partners/linkSteam.ts'
import { registerForm, samplePassword, signedInPlayer } from '../fixtures/samples/samplePlayers.ts'
import { type PartnerApp, startPartnerApp } from '../fixtures/partners/startPartnerApp.ts'
import { logInForm, type TestVisitor } from '../fixtures/testVisitor.ts'
import { comeBack, leaveForLogin, visitPartner } from '../fixtures/partners/throughPartner.ts'

/* Attacks on the redirect addresses that the account API takes. */

const { bad, good } = redirectCorpus
const everywhere = [...bad, ...good]
const isGood = (url: string) => good.some((one) => one === url)

let app: PartnerApp
let ada: TestVisitor

beforeAll(async () => {
  const guild = {
    clientId: 'guild',
    pkce: 'with-secret-optional' as const,
    name: 'Guild',
    clientSecret: 'sample-guild-secret',
    redirectUris: [...good],
    firstParty: true,
  }
  const connections = {
    steam: { apiKey: 'sample-steam-key' },
    epicGames: { clientId: 'sample-epic', clientSecret: 'sample-epic-secret' },
    gamePass: { clientId: 'sample-xbox', clientSecret: 'sample-xbox-secret' },
  }
  const allowedRedirectDomains = ['site.test', '*.site.test']
  app = await startPartnerApp({
    settings: { LIMITS: 'off' },
    deployments: {
      local: { clients: [guild], connections, allowedRedirectDomains },
      relic: { allowedRedirectDomains },
    },
  })
  // The stand-ins have their own clock.
  app.clock.advance((Date.now() - app.clock.now().getTime()) / 1000)
  ada = await signedInPlayer(app, registerForm({ Username: 'Ada' }))
})
afterAll(() => app.close())

/** The redirect addresses of the authorization requests that have begun. */
async function kept(provider: string): Promise<readonly string[]> {
  const rows = await app.services.database.kysely
    .selectFrom('authorization_flows')
    .select('redirect_url')
    .where('provider', '=', provider)
    .execute()
  return rows.map((row) => row.redirect_url)
}

/** Sends a call with each address of the corpus; returns its statuses. */
async function statuses(send: (url: string) => Promise<unknown>): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  for (const url of everywhere) {
    await send(url).catch(() => null)
    found.set(url, ada.last?.statusCode ?? 0)
  }
  return found
}

describe('a redirect follows none of forty bad addresses and all four good ones (G01)', () => {
  it.each([
    ['steam', '/api/steam/auth', '/steam/callback'],
    ['epic-games', '/api/epicgames/auth', '/epic-games/callback'],
    ['game-pass', '/api/gamepass/auth', '/game-pass/callback'],
  ])('in an authorization request to %s', async (service, path, callbackPath) => {
    const found = await statuses((redirectUrl) => {
      const query = new URLSearchParams({ callbackPath, redirectUrl })
      return ada.send({ method: 'GET', url: `${path}?${query.toString()}` })
    })
    for (const [url, status] of found) expect([url, status]).toEqual([url, isGood(url) ? 200 : 400])
    // Rows come in no order.
    expect((await kept(service)).toSorted()).toEqual(good.toSorted())
  })

  it('in the callback of Steam', async () => {
    for (const url of good) {
      expect((await linkSteam(ada, newSteamId(), url)).RedirectUrl).toBe(url)
      await unlinkSteam(ada)
    }
  })

  it('in the authorization request to a partner and in its callback', async () => {
    const visitor = app.visitor('relic')
    for (const RedirectUrl of everywhere) {
      const before = await kept('relic')
      const url = await leaveForLogin(visitor, { ClientId: '', RedirectUrl }).catch(() => null)
      const flows = [...(await kept('relic'))]
      for (const earlier of before) flows.splice(flows.indexOf(earlier), 1)
      expect([RedirectUrl, flows.join()]).toEqual([
        RedirectUrl,
        isGood(RedirectUrl) ? RedirectUrl : '',
      ])
      // A random value has no dot and no percent sign.
      expect(url ?? '').not.toMatch(/evil[^\w-]|site\.test/i)
    }
    for (const RedirectUrl of ['https://evil.io/', '//evil.io/', ...good]) {
      const url = await leaveForLogin(visitor, { ClientId: '', RedirectUrl })
      const info = await comeBack(visitor, await visitPartner(url, '1001'))
      expect(info.RedirectUrl).toBe(isGood(RedirectUrl) ? RedirectUrl : null)
    }
  })

  it('to a client, whose registered addresses are compared letter by letter', async () => {
    for (const redirect_uri of everywhere) {
      const query = { client_id: 'guild', redirect_uri, state: 's' }
      const answer = await ada.call('authorize', { query }).catch(() => null)
      const left = answer === null ? null : new URL(answer.RedirectUri)
      const expected = isGood(redirect_uri) ? new URL(redirect_uri).host : undefined
      expect([redirect_uri, left?.host]).toEqual([redirect_uri, expected])
    }
  })

  it('after a log-in, because neither identify nor log-in answers an address', async () => {
    const found = await statuses(async (RedirectUrl) => {
      const form = logInForm({ UsernameOrEmail: 'Ada', Password: samplePassword, RedirectUrl })
      const { Password: _, StudioName: __, ...name } = form
      const answers = [
        await ada.call('identify', { body: name }),
        await app.visitor().call('logIn', { body: form }),
      ]
      expect(JSON.stringify(answers)).not.toMatch(/https?:|evil[^\w-]|site\.test\//i)
    })
    expect([...found.values()].every((status) => status === 200 || status === 400)).toBe(true)
    for (const url of good) expect(found.get(url)).toBe(200)
    expect(ada.last?.headers.location).toBeUndefined()
  })
})

it('an allowed redirect domain matches a whole host, and its dots match dots only (G03)', async () => {
  const list = await ada.call('listAllowedRedirectDomains', {})
  expect(list).toEqual(['site.test', '*.site.test'])
  for (const host of [
    'siteXtest',
    'xsite.test',
    'site.test.evil.io',
    'a.siteXtest',
    'site.tests',
  ]) {
    expect(allowedRedirect(`https://${host}/`, list)).toBeNull()
  }
  // The list is never compiled into a pattern, so a hostile entry costs no time.
  expect(allowedRedirect('https://aaa/', ['(a+)+$', 'a*', '.*', '[a-z]+', '*'])).toBeNull()
})

describe('a request with a credential is never redirected in a way that sends it again (G12)', () => {
  it('by any POST of the account API', async () => {
    for (const name of callNames.filter((call) => calls[call].method === 'POST')) {
      const url = routeOf(name).replace(/:\w+/g, '1')
      const payload = { Password: samplePassword, UsernameOrEmail: 'Ada', State: 's', Code: 'c' }
      for (const visitor of [ada, app.visitor('relic')]) {
        const response = await visitor.send({ method: 'POST', url, payload })
        expect([url, response.headers.location]).toEqual([url, undefined])
        expect([2, 4, 5]).toContain(Math.floor(response.statusCode / 100))
      }
    }
    const body = logInForm({ UsernameOrEmail: 'Ada', Password: samplePassword })
    const eve = app.visitor()
    await eve.call('logIn', { body })
    expect(eve.last?.statusCode).toBe(200)
  })

  it('by any form of the server', async () => {
    const forms = [
      '/oidc/token',
      '/oidc/auth',
      '/oidc/sites',
      '/oidc/interaction/x',
      '/unsubscribe',
    ]
    for (const url of forms) {
      const response = await ada.send({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'password=secret&answer=allow',
      })
      expect([301, 302, 307, 308]).not.toContain(response.statusCode)
    }
  })
})
