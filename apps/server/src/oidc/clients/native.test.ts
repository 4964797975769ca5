import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { registerForm, signedInPlayer } from '../../../test/fixtures/samples/samplePlayers.ts'
import { shareClock } from '../../../test/fixtures/processes/shareClock.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'
import { sampleClients, TestSite } from '../../../test/fixtures/testClient.ts'
import type { TestVisitor } from '../../../test/fixtures/testVisitor.ts'
import { oidcClientsSchema, openAddressesOf } from '../../deployments/client.ts'

const game = {
  clientId: 'game',
  name: 'Lantern Game',
  applicationType: 'native' as const,
  redirectUris: [
    'http://127.0.0.1/callback',
    'http://[::1]/callback',
    'com.studio.game:/callback',
    'https://game.site.test/callback',
  ],
  firstParty: true,
}
const wiki = {
  clientId: 'wiki',
  name: 'Wiki',
  redirectUris: ['http://127.0.0.1/callback'],
  firstParty: true,
}
const modLoader = {
  clientId: 'mods',
  name: 'Mod Loader',
  applicationType: 'native' as const,
  redirectUris: ['org.mods.loader:/back'],
}

let app: TestApp
let ada: TestVisitor
let site: TestSite
let count = 0

beforeAll(async () => {
  app = await startApp({
    deployments: { local: { clients: [...sampleClients, game, wiki, modLoader] } },
  })
  site = new TestSite(app, 'game')
})
beforeEach(async () => {
  shareClock(app.clock)(3600)
  count += 1
  ada = await signedInPlayer(app, registerForm({ Username: `Ada${count}` }))
})
afterAll(async () => {
  vi.useRealTimers()
  await app.close()
})

const good = [
  'http://127.0.0.1:50123/callback',
  'http://127.0.0.1/callback',
  'http://[::1]:1/callback',
  'com.studio.game:/callback',
  'https://game.site.test/callback',
]
const bad = [
  'http://127.0.0.1:50123/other',
  'http://127.0.0.2:50123/callback',
  'http://localhost:50123/callback',
  'https://127.0.0.1:50123/callback',
  'http://127.0.0.1:50123@evil.test/callback',
  'http://127.0.0.1.evil.test/callback',
  'com.studio.game:/callback/more',
  'com.studio.other:/callback',
  'com.studio.game://evil.test/callback',
  'javascript:alert(1)//com.studio.game:/callback',
  'https://game.site.test:444/callback',
  'data:text/html,x',
]

/** The address to which `GET oauth` sends a player. */
async function older(visitor: TestVisitor, redirect_uri: string) {
  const code_challenge = createHash('sha256').update('v'.repeat(43)).digest('base64url')
  const query = {
    client_id: 'game',
    redirect_uri,
    state: 'abc',
    code_challenge,
    code_challenge_method: 'S256',
  }
  return visitor.call('authorize', { query })
}

/** The player's consent on the page that asks for it. */
async function allow(at: TestSite, page: URL): Promise<URL> {
  const answer = await ada.send({
    method: 'POST',
    url: page.pathname,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: ada.deployment.origin,
    },
    payload: 'answer=allow',
  })
  return at.follow(ada, answer.headers.location ?? '')
}

/** Follows a sign-in, through the page that asks where there is one. */
async function letIn(at: TestSite, path: string): Promise<URL> {
  const page = await at.follow(ada, path)
  return page.pathname.startsWith('/oidc/interaction/') ? allow(at, page) : page
}

describe('a program on a player’s machine', () => {
  it.each(good)(
    'is answered at %s, at the provider and by GET oauth (Q35)',
    async (redirect_uri) => {
      const begun = await site.begin({ redirect_uri })
      const back = await letIn(site, begun.path)
      expect(back.href.startsWith(`${redirect_uri}?code=`)).toBe(true)
      const { RedirectUri } = await older(ada, redirect_uri)
      const { href } = await letIn(site, RedirectUri)
      expect(href.startsWith(`${redirect_uri}?code=`)).toBe(true)
    },
  )

  it.each(bad)('is answered nowhere else, like %s (Q35)', async (redirect_uri) => {
    const begun = await site.begin({ redirect_uri })
    const back = await site.follow(ada, begun.path)
    expect(back.pathname).toBe('/errors/bad-request')
    await expect(older(ada, redirect_uri)).rejects.toThrow(/400/)
  })

  it('is the only client whose port may differ (Q35)', async () => {
    const web = new TestSite(app, 'wiki')
    const begun = await web.begin({ redirect_uri: 'http://127.0.0.1:50123/callback' })
    expect((await web.follow(ada, begun.path)).pathname).toBe('/errors/bad-request')
  })

  it('signs in over its own port with PKCE, and not without (Q37)', async () => {
    const program = createServer((_, response) => response.end('You may close this tab.'))
    program.listen(0, '127.0.0.1')
    await once(program, 'listening')
    const { port } = program.address() as AddressInfo
    const redirect_uri = `http://127.0.0.1:${port}/callback`
    const arrives = once(program, 'request')
    const begun = await site.begin({ redirect_uri })
    const back = await letIn(site, begun.path)
    await fetch(back)
    const [request] = (await arrives) as [{ url: string }]
    const arrived = new URL(request.url, redirect_uri)
    program.close()
    const client = await exchange(begun, arrived, redirect_uri)
    expect(client).toMatchObject({ token_type: 'Bearer', refresh_token: expect.any(String) })
    const without = await site.begin({
      redirect_uri,
      code_challenge: undefined,
      code_challenge_method: undefined,
    })
    const refused = await site.follow(ada, without.path)
    expect(refused.searchParams.get('error')).toBe('invalid_request')
  })

  it('is let in on a page that lets the browser go to its scheme, and names it (Q38)', async () => {
    const mods = new TestSite(app, 'mods')
    // The studio's own programs ask as well: another one may have taken the scheme or the port.
    for (const each of [mods, new TestSite(app, 'game')]) {
      const scheme = each === mods ? 'org.mods.loader' : 'com.studio.game'
      for (let time = 0; time < 2; time += 1) {
        const begun = await each.begin({
          redirect_uri: each === mods ? 'org.mods.loader:/back' : 'com.studio.game:/callback',
        })
        const page = await each.follow(ada, begun.path)
        expect(page.pathname).toMatch(/^\/oidc\/interaction\//)
        expect(ada.last?.body).toContain(scheme)
        expect(ada.last?.headers['content-security-policy']).not.toContain('form-action')
        const { href } = await allow(each, page)
        expect(href).toContain(`${scheme}:/`)
        expect(href).toContain('?code=')
      }
    }
    const { Sites } = await ada.call('listSites', {})
    expect(Sites.map(({ ClientId, IsOwn }) => [ClientId, IsOwn])).toEqual([
      ['mods', false],
      ['game', true],
    ])
  })

  it('opens its answers to no sandboxed frame (Q39)', async () => {
    for (const origin of ['null', 'https://evil.test']) {
      const { headers } = await app.app.inject({
        method: 'POST',
        url: '/oidc/token',
        headers: {
          host: 'localhost:4000',
          origin,
          'content-type': 'application/x-www-form-urlencoded',
        },
        payload: 'grant_type=refresh_token&client_id=game&refresh_token=x',
      })
      expect(headers['access-control-allow-origin']).toBeUndefined()
    }
  })
})

async function exchange(
  { verifier }: Awaited<ReturnType<TestSite['begin']>>,
  back: URL,
  redirect_uri: string,
): Promise<unknown> {
  const answer = await app.app.inject({
    method: 'POST',
    url: '/oidc/token',
    headers: { host: 'localhost:4000', 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: 'game',
      code: back.searchParams.get('code') ?? '',
      redirect_uri,
      code_verifier: verifier,
    }).toString(),
  })
  return answer.json()
}

const parse = (client: object) =>
  oidcClientsSchema.safeParse([{ clientId: 'game', name: 'Game', ...client }])
const errorsOf = (client: object) =>
  (parse(client).error?.issues ?? []).map(({ path, message }) => [path.join('.'), message])

describe('the entry of a native client', () => {
  it('takes loopback, a scheme with a domain name, and https (Q36)', () => {
    const { data } = parse(game)
    expect(data?.[0]?.redirectUris).toEqual(game.redirectUris)
    // These stay on the machine, so that they are no errors in production.
    expect(openAddressesOf(data ?? [])).toEqual([])
    expect(openAddressesOf(parse(wiki).data ?? [])).toEqual(wiki.redirectUris)
  })

  it.each([
    'javascript:/alert',
    'file:/etc/passwd',
    'data:/x',
    'game:/callback',
    'com.studio.game://host/callback',
    'com.studio.game:callback',
    'com.studio.game:/callback?x=<script>',
    'com.studio.game:/callback#x',
    'http://localhost/callback',
    'http://192.168.0.7/callback',
    'https://127.0.0.1/callback',
    'http://site.test/callback',
    'nonsense',
  ])('does not take %s (Q36)', (address) => {
    expect(errorsOf({ applicationType: 'native', redirectUris: [address] })).toHaveLength(1)
    expect(
      errorsOf({
        applicationType: 'native',
        redirectUris: ['com.studio.game:/ok'],
        postLogoutRedirectUris: [address],
      })[0]?.[0],
    ).toBe('0.postLogoutRedirectUris.0')
  })

  it('takes no private scheme for a site (Q36)', () => {
    expect(errorsOf({ redirectUris: ['com.studio.game:/callback'] })).toHaveLength(1)
  })

  it('has no secret and always PKCE, and needs an address unless devices sign in (Q37)', () => {
    const secret = { ...game, clientSecret: 'sample-game-secret' }
    expect(errorsOf(secret).map(([path]) => path)).toEqual(['0.clientSecret'])
    expect(errorsOf({ ...game, pkce: 'with-secret-optional' }).map(([path]) => path)).toEqual([
      '0.pkce',
    ])
    expect(errorsOf({}).map(([path]) => path)).toEqual(['0.redirectUris'])
    expect(errorsOf({ device: true })).toEqual([])
  })

  it('is refused where no cookie names a player to the page for devices (Q20)', async () => {
    const started = startApp({
      deployments: { local: { sessionBinding: 'none', clients: sampleClients } },
    })
    await expect(started).rejects.toThrow(/console signs devices in, which needs sessionBinding/)
  })
})
