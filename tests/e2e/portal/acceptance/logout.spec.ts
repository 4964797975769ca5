import type { BrowserContext, Page } from '@playwright/test'
import { lost, ok, status } from '../../fixtures/stubbed-api/answers.ts'
import { distinctBy } from '../../fixtures/environments.ts'
import { expect } from '../../fixtures/expect.ts'
import { control } from '../../fixtures/page.ts'
import { covers, test } from '../../fixtures/stubbed-portal/test.ts'

const call = 'POST log/user/42/log-out'

for (const environment of distinctBy(() => null)) {
  test(
    `AT-OUT-01 Logout ends the session · ${environment}`,
    covers('R-2.1-40', 'R-4.3-1', 'R-4.3-3', 'R-4.3-5', 'R-7.5-4', 'R-1.3-5'),
    async ({ page, stubbedApi, signIn, context }) => {
      await stubbedApi.in(environment)
      await signIn()
      await page.goto('/account')
      await control(page, 'Logout').click()
      await expect(page).toBeOnPath('/')
      expect(stubbedApi.sent(call)).toHaveLength(1)
      expect(stubbedApi.sent(call)[0]?.headers['authorization']).toBe('Bearer BEARER-1')
      expect(await isSignedIn(context)).toBe(false)
      await page.goto('/account')
      await expect(page).toBeOnPath('/')
    },
  )
}

test(
  'AT-OUT-02 Logout removes the partner’s cookie · RELIC',
  covers('R-4.3-2'),
  async ({ page, stubbedApi, signIn, context, baseURL }) => {
    await stubbedApi.in('RELIC')
    stubbedApi.stub(call, ok({ CookieName: 'relic_session' }))
    await signIn()
    await context.addCookies([{ name: 'relic_session', value: 'R', url: baseURL ?? '' }])
    await page.goto('/account')
    await control(page, 'Logout').click()
    await expect(page).toBeOnPath('/')
    expect((await context.cookies()).map(({ name }) => name)).not.toContain('relic_session')
  },
)

for (const [what, answer] of [
  ['500', status(500)],
  ['no answer', lost],
] as const) {
  test(
    `AT-OUT-04 Logout always works: ${what} · PROD`,
    covers('R-4.3-1', 'R-4.3-5'),
    async ({ page, stubbedApi, signIn, context }) => {
      await stubbedApi.in('PROD')
      stubbedApi.stub(call, answer)
      await signIn()
      await page.goto('/account/logout')
      await expect(page).toBeOnPath('/')
      expect(await isSignedIn(context)).toBe(false)
    },
  )
}

test(
  'AT-OUT-04 Logout always works: no session · PROD',
  covers('R-4.3-5'),
  async ({ page, stubbedApi }) => {
    await stubbedApi.in('PROD')
    await page.goto('/account/logout')
    await expect(page).toBeOnPath('/')
    expect(stubbedApi.sent('POST **')).toEqual([])
  },
)

test(
  'AT-OUT-05 A logout with an id-user logs out · PROD',
  covers('R-2.1-41'),
  async ({ page, stubbedApi, signIn }) => {
    await stubbedApi.in('PROD')
    await signIn()
    await page.goto('/account/logout?id-user=42')
    await expect(page).toBeOnPath('/')
    expect(stubbedApi.sent(call)).toHaveLength(1)
  },
)

const words = 'You are logged out.'

test.describe('on a page of its own', () => {
  test.use({ ownPage: true })

  for (const way of ['by the portal', 'by a site, after which the server leads Home'] as const) {
    test(`A log-out ${way} is said once, to a screen reader too, whatever the browser keeps · LOCAL`, async ({
      page,
      stubbedApi,
      signIn,
    }) => {
      await page.addInitScript(() => {
        for (const name of ['localStorage', 'sessionStorage']) {
          Object.defineProperty(globalThis, name, {
            get: () => {
              throw new DOMException('Blocked.', 'SecurityError')
            },
          })
        }
      })
      await stubbedApi.in('LOCAL', { EnableSecuritySection: true })
      if (way === 'by the portal') {
        await signIn()
        await page.goto('/account')
        await control(page, 'Log out').click()
      } else {
        await loggedOutAtHome(page)
      }
      await expect(page.getByRole('status').filter({ hasText: words })).toBeVisible()
      await expect(page).toHaveURL(/\/$/)
      await page.reload()
      await expect(page.locator('#root[data-alive]')).toBeAttached()
      await page.waitForLoadState('networkidle')
      await expect(page.getByText(words)).toHaveCount(0)
      await page.goto('/errors/not-found')
      await page.goBack()
      await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible()
      await page.waitForLoadState('networkidle')
      await expect(page.getByText(words)).toHaveCount(0)
    })
  }
})

test('Who is logged in, or came to the specified screens, is not told of a log-out · PROD, LOCAL', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await stubbedApi.in('PROD')
  await loggedOutAtHome(page)
  await expect(page).toHaveURL(/\/$/)
  await page.waitForLoadState('networkidle')
  await expect(page.getByText(words)).toHaveCount(0)
  await stubbedApi.in('LOCAL', { EnableSecuritySection: true })
  await signIn()
  await loggedOutAtHome(page)
  await page.waitForLoadState('networkidle')
  await expect(page.getByText(words)).toHaveCount(0)
})

/** Home as the server leads to it; from another page, as a hash alone loads nothing. */
async function loggedOutAtHome(page: Page): Promise<void> {
  await page.goto('/errors/not-found')
  await page.goto('/#logged-out')
  await expect(page.locator('#root[data-alive]')).toBeAttached()
}

async function isSignedIn(context: BrowserContext): Promise<boolean> {
  return (await context.cookies()).some(({ value }) => value === 'IDENT-1')
}
