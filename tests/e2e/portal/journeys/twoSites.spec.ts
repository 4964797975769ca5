import type { Page } from '@playwright/test'
import { expect } from '../../fixtures/expect.ts'
import { firstByDay, inTurn } from '../../fixtures/environments.ts'
import { control, field, goInside } from '../../fixtures/page.ts'
import { type Answer, ok, status } from '../../fixtures/stubbed-api/answers.ts'
import { player, token } from '../../fixtures/stubbed-api/defaults.ts'
import type { StubbedApi } from '../../fixtures/stubbed-api/stubbedApi.ts'
import { logIn } from '../../fixtures/steps/logIn.ts'
import { known, playPartner } from '../../fixtures/steps/partner.ts'
import { test } from '../../fixtures/stubbed-portal/test.ts'

/* Two tabs of one browser that two sites have sent: each leads back to its own site. */

interface Site {
  readonly redirectUrl: string
  readonly clientId: string
}

const forum: Site = { redirectUrl: 'https://www.site.test/forum', clientId: 'forum' }
const shop: Site = { redirectUrl: 'https://shop.site.test/basket', clientId: 'shop' }
/** The address of a screen of the portal is a way back, too. */
const news: Site = { redirectUrl: '/account/newsletter', clientId: 'news' }

const Step = { Handle: 'HANDLE-1', Ways: ['totp'], ExpiresAt: '2030-01-01T00:00:00Z' }
const second: Answer = {
  status: 400,
  body: {
    ErrorMessages: [{ Property: '', ErrorMessage: 'ERROR_SECOND_FACTOR_REQUIRED', Step }],
  },
}
const entered = ok({ Created: 'IDENT-1', CodesLeft: null })
const logInCall = 'POST log/log-in'

/** The ways into the account: what is played first, and what the player of a tab does. */
const ways: Readonly<
  Record<string, { play: (api: StubbedApi) => void; enter: (tab: Page) => Promise<void> }>
> = {
  'by password': { play: () => undefined, enter: (tab) => logIn(tab, 'PROD') },
  'by password and a second step': {
    play(api) {
      api.stub(logInCall, second)
      api.stub('POST log/second-step', entered)
    },
    async enter(tab) {
      await logIn(tab, 'PROD')
      await field(tab, 'Code from your authenticator app').fill('123456')
    },
  },
  'after a reload and a look at the registration': {
    play: () => undefined,
    async enter(tab) {
      await tab.reload()
      await goInside(tab, '/register')
      await expect(field(tab, 'Confirm password')).toBeVisible()
      await goInside(tab, '/login')
      await logIn(tab, 'PROD')
    },
  },
  'with emptied storages': {
    play: () => undefined,
    async enter(tab) {
      await tab.evaluate(() => [localStorage.clear(), sessionStorage.clear()])
      await logIn(tab, 'PROD')
    },
  },
}

async function open(tab: Page, { redirectUrl, clientId }: Site, more = ''): Promise<void> {
  const query = new URLSearchParams({ redirectUrl, clientId })
  await tab.goto(`/login?${query.toString()}${more}`)
  await expect(field(tab, 'Username or email')).toBeVisible()
}

async function expectAt(tab: Page, { redirectUrl }: Site): Promise<void> {
  if (redirectUrl.startsWith('/')) await expect(tab).toBeOnPath(redirectUrl)
  else await expect(tab).toHaveURL(redirectUrl)
}

const bodies = (stubbedApi: StubbedApi, call = logInCall) =>
  stubbedApi.sent(call).map(({ body }) => body)

const pairs = [
  [forum, shop],
  [shop, news],
  [news, forum],
] as const
const cases = Object.entries(ways).flatMap(([name, way], turn) =>
  inTurn(['first', 'second'], turn).map((which) => ({ name, which, ...way })),
)

for (const [turn, { name, which, play, enter }] of cases.entries()) {
  for (const [first, second] of inTurn(pairs, turn)) {
    test(`Of the tabs of ${first.clientId} and ${second.clientId} the ${which} logs in ${name}: each goes on to its own site`, async ({
      context,
      page,
      stubbedApi,
    }) => {
      await stubbedApi.in('PROD', { EnableSecuritySection: true, StrongSignIn: 'optional' })
      play(stubbedApi)
      const other = await context.newPage()
      await open(page, first)
      await open(other, second)
      const [acting, mine] = which === 'first' ? [page, first] : [other, second]
      await enter(acting)
      await expectAt(page, first)
      await expectAt(other, second)
      const { redirectUrl, clientId } = mine
      expect(bodies(stubbedApi)).toMatchObject([
        { ClientId: clientId, RedirectUrl: expect.stringMatching(new RegExp(`${redirectUrl}$`)) },
      ])
    })
  }
}

for (const isFirst of firstByDay([true, false])) {
  test(`Two tabs come back from a partner, the ${isFirst ? 'first' : 'second'} at first: each goes on to its own site · RELIC`, async ({
    context,
    page,
    stubbedApi,
  }) => {
    const call = await playPartner(stubbedApi, 'RELIC', known)
    const tabs = [
      [page, forum],
      [await context.newPage(), shop],
    ] as const
    for (const [tab, { redirectUrl, clientId }] of tabs) {
      await load(tab, `/login?${new URLSearchParams({ redirectUrl, clientId }).toString()}`)
      await expect(tab).toHaveURL('https://partner.test/login')
    }
    expect(bodies(stubbedApi, 'POST partner/*/login-url')).toEqual(
      [forum, shop].map(({ redirectUrl, clientId }) => ({
        ClientId: clientId,
        RedirectUrl: redirectUrl,
      })),
    )
    for (const [tab, site] of isFirst ? tabs : tabs.toReversed()) {
      await load(tab, `/oauth/partner?code=${site.clientId}&state=S`)
      await expectAt(tab, site)
    }
    expect(stubbedApi.sent(call)).toHaveLength(2)
  })
}

test('A link that confirms an account in a new tab leads on to the last site, and the waiting tab still to its own', async ({
  context,
  page,
  stubbedApi,
}) => {
  await stubbedApi.in('PROD', { EnableSecuritySection: true })
  await open(page, forum)
  await goInside(page, '/register/confirm')
  await expect(page.getByText('Check your mailbox for your confirmation link')).toBeVisible()
  stubbedApi.stub('POST email/confirm', ok({ Username: player.Username, Created: 'IDENT-1' }))
  const mail = await context.newPage()
  await mail.goto('/confirm-email?uid=U')
  await expect(mail).toBeOnPath('/account/welcome')
  await control(mail, 'Go on').click()
  await expectAt(mail, forum)
  await goInside(page, '/login')
  await expectAt(page, forum)
  expect(bodies(stubbedApi, 'POST email/confirm')).toEqual([{ Uid: 'U', ClientId: forum.clientId }])
})

test('A tab that came for no site goes to the account, and the other one on to its site', async ({
  context,
  page,
  stubbedApi,
}) => {
  await stubbedApi.in('PROD')
  await page.goto('/login')
  const other = await context.newPage()
  await open(other, shop)
  await logIn(page, 'PROD')
  await expect(page).toBeOnPath('/account')
  await expectAt(other, shop)
  expect(bodies(stubbedApi)).toMatchObject([{ ClientId: '', RedirectUrl: '' }])
})

test('A new tab that waits beside the tab of a site goes to the account, not to that site, once the other has logged in', async ({
  context,
  page,
  stubbedApi,
}) => {
  await stubbedApi.in('PROD')
  await open(page, forum)
  const other = await context.newPage()
  await other.goto('/login')
  await expect(field(other, 'Username or email')).toBeVisible()
  await logIn(page, 'PROD')
  await expectAt(page, forum)
  await expect(other).toBeOnPath('/account')
  expect(stubbedApi.visits).toEqual([forum.redirectUrl])
})

test('A new tab alone goes on to the last site, once, and with that site’s values alone', async ({
  context,
  page,
  stubbedApi,
}) => {
  await stubbedApi.in('PROD')
  await open(page, forum, '&state=S&utm_source=forum')
  // This site names no client, and that of the other one is not its.
  await page.goto(`/login?redirectUrl=${encodeURIComponent(shop.redirectUrl)}`)
  await open(page, forum)
  const last = await context.newPage()
  await last.goto(`/login?redirectUrl=${encodeURIComponent(shop.redirectUrl)}`)
  await expect(field(last, 'Username or email')).toBeVisible()
  await last.close()
  await page.close()
  const tab = await context.newPage()
  await tab.goto('/login')
  await logIn(tab, 'PROD')
  await expectAt(tab, shop)
  expect(bodies(stubbedApi)).toMatchObject([{ ClientId: '', RedirectUrl: shop.redirectUrl }])
  await tab.goto('/')
  await expect(tab).toBeOnPath('/account')
})

test('A tab whose site asks for a fresh log-in stays usable when the other one logs in, and goes on to its site', async ({
  context,
  page,
  stubbedApi,
}) => {
  await stubbedApi.in('PROD')
  await open(page, forum, '&prompt=login')
  const other = await context.newPage()
  await open(other, shop)
  await logIn(other, 'PROD')
  await expectAt(other, shop)
  await logIn(page, 'PROD')
  await expectAt(page, forum)
})

test('A tab that cannot keep anything goes on to the site that its address names', async ({
  context,
  page,
  stubbedApi,
}) => {
  await stubbedApi.in('PROD')
  await context.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('There is no room.', 'QuotaExceededError')
    }
  })
  await open(page, forum)
  const other = await context.newPage()
  await open(other, shop)
  await logIn(page, 'PROD')
  await expectAt(page, forum)
  await expectAt(other, shop)
})

test('The links of two mails in new tabs lead to the site of the last, and the tabs of the sites keep theirs', async ({
  context,
  page,
  stubbedApi,
}) => {
  await stubbedApi.in('PROD')
  stubbedApi.stub('POST email/confirm', ok())
  await open(page, forum)
  const other = await context.newPage()
  await open(other, shop)
  const mail = await context.newPage()
  await mail.goto('/confirm-email?uid=U')
  await expectAt(mail, shop)
  await logIn(page, 'PROD')
  await expectAt(page, forum)
  await expectAt(other, shop)
})

test('The recovery of a password in a new tab leads to the log-in and on to the last site', async ({
  context,
  page,
  stubbedApi,
}) => {
  await stubbedApi.in('PROD')
  await open(page, forum)
  const tab = await context.newPage()
  await tab.goto('/password-recovery/reset?token=T')
  for (const name of ['New password', 'Confirm password']) {
    await field(tab, name).fill('Another9Battery')
  }
  await tab.getByRole('button', { name: 'Confirm' }).click()
  await expect(tab).toBeOnPath('/login')
  await logIn(tab, 'PROD')
  await expectAt(tab, forum)
  await expectAt(page, forum)
})

for (const isFirst of firstByDay([true, false])) {
  test(`Two tabs link an account for two sites, the ${isFirst ? 'first' : 'second'} comes back first: each returns to its own`, async ({
    context,
    page,
    stubbedApi,
    signIn,
  }) => {
    await stubbedApi.in('PROD')
    await signIn()
    stubbedApi.stub('POST steam/callback', ok({ AccountId: '7656' }))
    const tabs = [
      [page, forum],
      [await context.newPage(), shop],
    ] as const
    for (const [tab, { redirectUrl }] of tabs) {
      await load(tab, `/steam/link?redirectUrl=${encodeURIComponent(redirectUrl)}`)
      await expect(tab).toHaveURL(/^https:\/\/steam\.test\//)
    }
    // A third tab links an account for no site.
    const third = await context.newPage()
    await third.goto('/account/link-account')
    await third.getByRole('listitem', { name: 'Epic Games' }).getByRole('button').click()
    await expect(third).toHaveURL(/^https:\/\/epic\.test\//)
    for (const [tab, { redirectUrl }] of isFirst ? tabs : tabs.toReversed()) {
      await load(tab, '/steam/callback?openid.mode=id_res')
      await expect(tab).toHaveURL(`${redirectUrl}?steamid=7656`)
    }
    await load(third, '/epic-games/callback?code=C')
    await expect(third).toBeOnPath('/account/link-account')
  })
}

test.describe('hours later', () => {
  test.use({ hasClock: true })

  test('the session of all tabs is renewed with the client that it was opened for', async ({
    context,
    page,
    stubbedApi,
  }) => {
    await page.clock.install()
    await stubbedApi.in('PROD')
    stubbedApi.stub('GET token/refresh', ok({ AccessToken: 'IDENT-2' }))
    stubbedApi.stub('GET token/IDENT-2', ok({ ...token, Value: 'BEARER-2' }))
    await open(page, news)
    const other = await context.newPage()
    await open(other, { ...news, clientId: 'another' })
    await logIn(page, 'PROD')
    for (const tab of [page, other]) await expectAt(tab, news)
    await context.clock.fastForward('05:00:00')
    stubbedApi.stub('GET newsletter', [status(401), ok([])])
    await goInside(other, '/account')
    await goInside(other, '/account/newsletter')
    await expect(stubbedApi).toHaveSent('GET token/refresh', 1)
    expect(stubbedApi.sent('GET token/refresh')[0]?.query['client_id']).toBe('news')
  })
})

/** Loads an address; a tab at another site has no portal that could be started again. */
async function load(tab: Page, href: string): Promise<void> {
  await tab.goto(href, { waitUntil: 'commit' })
}
