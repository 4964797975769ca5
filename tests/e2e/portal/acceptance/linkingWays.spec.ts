import { firstByDay } from '../../fixtures/environments.ts'
import { ok } from '../../fixtures/stubbed-api/answers.ts'
import { expect } from '../../fixtures/expect.ts'
import { logIn } from '../../fixtures/steps/logIn.ts'
import { control } from '../../fixtures/page.ts'
import { covers, test } from '../../fixtures/stubbed-portal/test.ts'

/* Where a linking comes from and goes on: a log-in on the way, a redirect, the history. */

const openId = 'openid.mode=id_res&openid.claimed_id=https%3A%2F%2Fs%2Fid%2F7656'

test(
  'AT-GEN-15 A link of Steam leads back to its redirect URL · PROD',
  covers('R-2.1-64', 'R-2.1-65', 'R-2.3-4', 'R-4.10-6', 'R-2.1-71', 'R-2.1-70'),
  async ({ page, stubbedApi, signIn }) => {
    await stubbedApi.in('PROD')
    stubbedApi.stub('POST steam/callback', ok({ AccountId: '7656' }))
    await signIn()
    await page.goto('/steam/link?redirectUrl=https%3A%2F%2Fwww.site.test%2Fp')
    await expect(page).toHaveURL('https://steam.test/auth')
    expect(stubbedApi.sent('GET steam/auth').map(({ query }) => query)).toEqual([
      { callbackPath: '/steam/callback', redirectUrl: 'https://www.site.test/p' },
    ])
    await page.goto(`/steam/callback?${openId}`)
    await expect(page).toHaveURL('https://www.site.test/p?steamid=7656')
    // It was followed once: the next linking ends at the connections.
    await page.goto(`/steam/callback?${openId}&again=1`)
    await expect(page).toBeOnPath('/account/link-account')
    await page.goto('/epic-games/link')
    await expect(page).toHaveURL('https://epic.test/auth')
    await expect(stubbedApi).toHaveSent('GET epicgames/auth', 1)
  },
)

for (const [what, redirectUrl, end] of firstByDay(
  [
    ['a site that is not listed', 'https://evil.io/p', '/account/link-account'],
    ['its query and hash kept', 'https://www.site.test/p?a=1&steamid=2#h', null],
    ['a screen of the portal', '/survey/qualification', '/survey/qualification'],
  ] as const,
  2,
)) {
  test(
    `AT-GEN-15 A linking goes on at ${what} · PROD`,
    covers('R-4.10-6', 'R-4.1-12'),
    async ({ page, stubbedApi, signIn }) => {
      await stubbedApi.in('PROD')
      stubbedApi.stub('POST steam/callback', ok({ AccountId: '7656', RedirectUrl: redirectUrl }))
      await signIn()
      await page.goto('/steam/link?redirectUrl=https%3A%2F%2Fwww.site.test%2Fkept')
      await expect(page).toHaveURL('https://steam.test/auth')
      await page.goto(`/steam/callback?${openId}`)
      if (end === null) {
        await expect(page).toHaveURL('https://www.site.test/p?a=1&steamid=7656#h')
      } else {
        await expect(page).toBeOnPath(end)
        expect(stubbedApi.visits.filter((url) => !url.startsWith('https://steam.test'))).toEqual([])
      }
    },
  )
}

test(
  'AT-CON-10 A publisher that speaks with Steam for us sends its state alone · PROD',
  covers('R-7.12-3'),
  async ({ page, stubbedApi, signIn }) => {
    await stubbedApi.in('PROD')
    stubbedApi.stub(
      'POST steam/partner/callback',
      ok({ AccountId: '7656', RedirectUrl: 'https://www.site.test/p' }),
    )
    await signIn()
    await page.goto('/steam/callback?state=S1')
    await expect(page).toHaveURL('https://www.site.test/p?steamid=7656')
    expect(stubbedApi.sent('POST steam/partner/callback').map(({ body }) => body)).toEqual([
      { State: 'S1' },
    ])
    await expect(stubbedApi).toHaveSent('POST steam/callback', 0)
  },
)

test(
  'AT-CON-13 The way goes on after the log-in, once · PROD',
  covers('R-2.3-9', 'R-2.3-11'),
  async ({ page, stubbedApi }) => {
    await stubbedApi.in('PROD')
    await page.goto('/twitch/callback?code=T1&state=S1')
    await expect(page).toBeOnPath('/login')
    await logIn(page, 'PROD')
    await expect(page).toBeOnPath('/account/link-account')
    expect(stubbedApi.sent('POST twitch/callback').map(({ body }) => body)).toEqual([
      { Code: 'T1', State: 'S1', CallbackPath: '/twitch/callback' },
    ])
    await page.goBack()
    await page.goForward()
    await expect(stubbedApi).toHaveSent('POST twitch/callback', 1)
  },
)

test(
  'AT-CON-14 A visitor who opens an unlink screen logs in and is not asked again · PROD',
  covers('R-2.3-5', 'R-2.3-11'),
  async ({ page, stubbedApi }) => {
    await stubbedApi.in('PROD')
    await page.goto('/twitch/unlink')
    await expect(page).toBeOnPath('/login')
    await logIn(page, 'PROD')
    await expect(page).toBeOnPath('/account/link-account')
    await expect(stubbedApi).toHaveSent('POST twitch/unlink', 1)
  },
)

test.describe('Back over a load', () => {
  test.use({ ownPage: true })

  test(
    'AT-CON-07 Back after a linking does not repeat it · PROD',
    covers('R-4.10-8'),
    async ({ page, stubbedApi, signIn }) => {
      await stubbedApi.in('PROD')
      await signIn()
      await page.goto('/account/newsletter')
      await expect(control(page, 'Logout')).toBeVisible()
      await page.goto(`/steam/callback?${openId}`)
      await expect(page).toBeOnPath('/account/link-account')
      await page.goBack()
      await expect(page).toBeOnPath('/account/newsletter')
      await page.goForward()
      await expect(page).toBeOnPath('/account/link-account')
      await page.reload()
      await expect(control(page, 'Unlink')).toBeVisible()
      await expect(stubbedApi).toHaveSent('POST steam/callback', 1)
    },
  )
})
