import { languages } from '@gatehouse/contract/languages'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { registerForm, signedInPlayer } from '../../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'
import { sampleClients, TestSite } from '../../../test/fixtures/testClient.ts'

/* The language that a client wishes for its visitor, from its request to the portal's log-in. */

let app: TestApp
let site: TestSite
let english: TestSite

beforeAll(async () => {
  app = await startApp({
    deployments: {
      local: { clients: sampleClients, Languages: 'en,fr,zh-Hans,ar' },
      sandbox: { clients: sampleClients },
    },
  })
  site = new TestSite(app)
  english = new TestSite(app, 'community', 'sandbox')
})
afterAll(() => app.close())

/** The address of the log-in to which a visitor is led by the provider. */
async function loginOf(at: TestSite, wish: string | undefined): Promise<URL> {
  const deployment = at === english ? 'sandbox' : 'local'
  return at.follow(app.visitor(deployment), (await at.begin({ ui_locales: wish })).path)
}

const localesOf = (page: URL) => page.searchParams.getAll('ui_locales')

describe('ui_locales', () => {
  it('are supported as far as the deployment offers languages', async () => {
    expect((await site.server()).ui_locales_supported).toEqual(['en', 'fr', 'zh-Hans', 'ar'])
    expect(await english.server()).not.toHaveProperty('ui_locales_supported')
  })

  it.each([
    ['fr-CA en', 'fr'],
    ['fr_CA en', 'fr'],
    ['tr,fr_CA', 'fr'],
    ['tr ar-EG fr', 'ar'],
    ['zh-CN', 'zh-Hans'],
    ['en', 'en'],
  ])('reach the log-in as the first language of "%s" that is offered', async (wish, language) => {
    const page = await loginOf(site, wish)
    expect([page.pathname, localesOf(page)]).toEqual(['/login', [language]])
  })

  it('change nothing where no wish is offered, where there is none, and where one language is', async () => {
    for (const wish of ['tr uk', 'zh-Hant', '', undefined]) {
      expect([wish, localesOf(await loginOf(site, wish))]).toEqual([wish, []])
    }
    expect(localesOf(await loginOf(english, 'fr'))).toEqual([])
  })

  it('never bring a text of the client into an address (L51)', async () => {
    const evil = [
      '../../etc/passwd',
      '__proto__ constructor',
      'en\r\nSet-Cookie: a=b',
      'ar"onload="x',
      `${'fr-'.repeat(300)}CA`,
      '%0d%0aLocation: https://evil.test',
    ]
    for (const wish of evil) {
      const [heard = 'en', ...more] = localesOf(await loginOf(site, wish))
      expect(languages).toContain(heard)
      expect(more).toEqual([])
    }
  })

  it('go the way of a client that knows only GET oauth, for visitors alone', async () => {
    const query = {
      client_id: 'community',
      redirect_uri: site.redirectUri,
      state: 's',
      ui_locales: 'ar',
    }
    const sent = await app.visitor().call('authorize', { query })
    expect(localesOf(new URL(sent.RedirectUri))).toEqual(['ar'])
    const player = await signedInPlayer(app, registerForm({ Username: 'Ada' }))
    const back = new URL((await player.call('authorize', { query })).RedirectUri)
    expect([back.searchParams.has('code'), localesOf(back)]).toEqual([true, []])
  })

  it('end with the log-in: the sign-in goes on, and its player keeps the own choice', async () => {
    const player = await signedInPlayer(app, registerForm({ Username: 'Grace' }))
    await player.call('setLanguage', { body: { Language: 'fr' } })
    const browser = app.visitor()
    const begun = await site.begin({ ui_locales: 'ar' })
    const login = await site.follow(browser, begun.path)
    await browser.logIn('Grace', registerForm().Password)
    const back = await site.follow(browser, login.searchParams.get('redirectUrl') ?? '')
    const { claims } = await site.exchange(begun, back)
    const userId = Number(claims.sub)
    const { Language } = await browser.call('readProfile', { path: { userId }, query: {} })
    expect(Language).toBe('fr')
  })
})
