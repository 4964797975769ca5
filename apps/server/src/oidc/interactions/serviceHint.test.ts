import { afterAll, beforeAll, expect, it } from 'vitest'
import { serviceDeployment } from '../../../test/fixtures/services.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'
import { TestSite } from '../../../test/fixtures/testClient.ts'

let app: TestApp

beforeAll(async () => {
  const local = { ...serviceDeployment, SignInWith: 'steam,twitch' }
  app = await startApp({ deployments: { local } })
})
afterAll(() => app.close())

/** Where a site's visitor arrives whom it sends with a hint. */
async function pageFor(site: TestSite, idp_hint: string): Promise<URL> {
  const { path } = await site.begin({ idp_hint })
  return site.follow(app.visitor(), path)
}

it('a site names the service that its visitor logs in with, and the log-in goes there', async () => {
  const page = await pageFor(new TestSite(app), 'steam')
  expect([page.pathname, page.searchParams.get('idp_hint')]).toEqual(['/login', 'steam'])
})

it.each(['epic-games', 'steam,twitch', 'https://evil.example', '__proto__', ''])(
  'a hint at %j, with which nobody logs in here, counts as not given',
  async (hint) => {
    const page = await pageFor(new TestSite(app), hint)
    expect([page.pathname, page.searchParams.get('idp_hint')]).toEqual(['/login', null])
  },
)

it('`GET oauth` passes the hint on', async () => {
  const { redirectUri, client } = new TestSite(app)
  const query = {
    client_id: client.clientId,
    redirect_uri: redirectUri,
    state: 's',
    nonce: 'n',
    idp_hint: 'twitch',
  }
  const { RedirectUri } = await app.visitor().call('authorize', { query })
  expect(new URL(RedirectUri).searchParams.get('idp_hint')).toBe('twitch')
})
