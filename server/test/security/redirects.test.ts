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

/* Attacks on where players are sent on to: the entrances of the account API. */

const { bad, good } = redirectCorpus
const everywhere = [...bad, ...good]
const isGood = (url: string) => good.some((one) => one === url)

let app: PartnerApp
let ada: TestVisitor

beforeAll(async () => {
  const guild = {
    clientId: 'guild',
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
  // The stand-ins tell the time by themselves.
  app.clock.advance((Date.now() - app.clock.now().getTime()) / 1000)
  ada = await signedInPlayer(app, registerForm({ Username: 'Ada' }))
})
afterAll(() => app.close())

/** Where the journeys of a service that have begun go on to. */
async function kept(provider: string): Promise<readonly string[]> {
  const rows = await app.services.database.kysely
    .selectFrom('authorization_flows')
    .select('redirect_url')
    .where('provider', '=', provider)
    .execute()
  return rows.map((row) => row.redirect_url)
}

/** Sends a call with each address of the corpus; answers its statuses. */
async function statuses(send: (url: string) => Promise<unknown>): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  for (const url of everywhere) {
    await send(url).catch(() => null)
    found.set(url, ada.last?.statusCode ?? 0)
  }
  return found
}

describe('G01 none of forty bad addresses is gone on to, and all four good ones are', () => {
  it.each([
    ['steam', '/api/steam/auth', '/steam/callback'],
    ['epic-games', '/api/epicgames/auth', '/epic-games/callback'],
    ['game-pass', '/api/gamepass/auth', '/game-pass/callback'],
  ])('on the way to %s', async (service, path, callbackPath) => {
    const found = await statuses((redirectUrl) => {
      const query = new URLSearchParams({ callbackPath, redirectUrl })
      return ada.send({ method: 'GET', url: `${path}?${query.toString()}` })
    })
    for (const [url, status] of found) expect([url, status]).toEqual([url, isGood(url) ? 200 : 400])
    expect(await kept(service)).toEqual(good)
  })

  it('when Steam has come back', async () => {
    for (const url of good) {
      expect((await linkSteam(ada, newSteamId(), url)).RedirectUrl).toBe(url)
      await unlinkSteam(ada)
    }
  })

  it('on the way to a partner, and back from there', async () => {
    const stranger = app.visitor('relic')
    for (const RedirectUrl of everywhere) {
      const before = await kept('relic')
      const url = await leaveForLogin(stranger, { ClientId: '', RedirectUrl }).catch(() => null)
      const flows = [...(await kept('relic'))]
      // Rows come in no order.
      for (const earlier of before) flows.splice(flows.indexOf(earlier), 1)
      expect([RedirectUrl, flows.join()]).toEqual([
        RedirectUrl,
        isGood(RedirectUrl) ? RedirectUrl : '',
      ])
      expect(url ?? '').not.toMatch(/evil|site\.test/i)
    }
    for (const RedirectUrl of ['https://evil.io/', '//evil.io/', ...good]) {
      const url = await leaveForLogin(stranger, { ClientId: '', RedirectUrl })
      const info = await comeBack(stranger, await visitPartner(url, '1001'))
      expect(info.RedirectUrl).toBe(isGood(RedirectUrl) ? RedirectUrl : null)
    }
  })

  it('to sites: an address is registered letter by letter, or refused', async () => {
    for (const redirect_uri of everywhere) {
      const query = { client_id: 'guild', redirect_uri, state: 's' }
      const answer = await ada.call('authorize', { query }).catch(() => null)
      const left = answer === null ? null : new URL(answer.RedirectUri)
      const expected = isGood(redirect_uri) ? new URL(redirect_uri).host : undefined
      expect([redirect_uri, left?.host]).toEqual([redirect_uri, expected])
    }
  })

  it('when logging in: identify and log-in answer no address at all', async () => {
    const found = await statuses(async (RedirectUrl) => {
      const form = logInForm({ UsernameOrEmail: 'Ada', Password: samplePassword, RedirectUrl })
      const { Password: _, StudioName: __, ...name } = form
      const answers = [
        await ada.call('identify', { body: name }),
        await app.visitor().call('logIn', { body: form }),
      ]
      expect(JSON.stringify(answers)).not.toMatch(/https?:|evil|site\.test\//i)
    })
    expect([...found.values()].every((status) => status === 200 || status === 400)).toBe(true)
    for (const url of good) expect(found.get(url)).toBe(200)
    expect(ada.last?.headers.location).toBeUndefined()
  })
})

it('G03 a dot of the list is a dot, and a host is compared from its first letter to its last', async () => {
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
  // What such a list could have cost: no pattern is ever compiled.
  const began = performance.now()
  expect(allowedRedirect(`https://${'a'.repeat(5000)}!/`, ['(a+)+$', '*'])).toBeNull()
  expect(performance.now() - began).toBeLessThan(100)
})

describe('G12 what carries a credential is never answered so that a browser sends it on', () => {
  it('by no POST of the account API', async () => {
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

  it('by no form of ours but with 303, after which nothing is sent again', async () => {
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
