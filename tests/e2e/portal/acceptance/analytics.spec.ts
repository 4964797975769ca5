import type { BrowserContext, Page } from '@playwright/test'
import type { Environment } from '@gatehouse/contract/environments'
import { firstByDay } from '../../fixtures/environments.ts'
import { expect } from '../../fixtures/expect.ts'
import { logIn } from '../../fixtures/steps/logIn.ts'
import { control } from '../../fixtures/page.ts'
import { fillRegistration, sendRegistration } from '../../fixtures/steps/registration.ts'
import { atNight, covers, test } from '../../fixtures/stubbed-portal/test.ts'

test.use({ hasClock: true })

const withTags = { TagManagerId: 'GTM-X' }

for (const environment of firstByDay(['SANDBOX', 'PROD'] as const)) {
  test(
    `AT-COOK-09 No analytics are loaded after a refusal · ${environment}`,
    covers('R-4.6-4', 'R-4.6-5', 'R-1.4-19'),
    async ({ page, stubbedApi, context }) => {
      const tags = await playTagManager(context)
      await stubbedApi.in(environment, withTags)
      await logInAfter(page, environment, 'Reject all')
      await logOut(page)
      await register(page, environment)
      expect(await eventsOf(page)).toEqual([])
      expect(tags).toEqual([])
    },
  )

  test(
    `AT-COOK-09 Analytics are loaded after consent · ${environment}`,
    covers('R-4.6-4', 'R-4.6-5', 'R-1.4-19'),
    async ({ page, stubbedApi, context }) => {
      const tags = await playTagManager(context)
      await stubbedApi.in(environment, withTags)
      await logInAfter(page, environment, 'Accept all')
      expect(await eventsOf(page)).toEqual(['login_success'])
      // The page was loaded for the log-in, which keeps scripts of others out: the next lets them in.
      expect(tags).toEqual([])
      await control(page, 'Newsletter').click()
      await expect.poll(() => tags).toEqual(['https://www.googletagmanager.com/gtm.js?id=GTM-X'])
      expect(await eventsOf(page)).toEqual(['login_success'])
      await logOut(page)
      await register(page, environment)
      // The page was loaded again: its record begins with it.
      expect(await eventsOf(page)).toEqual(['first_sign_up'])
    },
  )
}

test('Consent Mode: denied before the script, granted as chosen · PROD', async ({
  page,
  stubbedApi,
  context,
}) => {
  await playTagManager(context)
  await stubbedApi.in('PROD', withTags)
  await page.goto('/')
  await control(page, 'More settings').click()
  await page.getByRole('switch', { name: 'Analytical cookies' }).click()
  await control(page, 'Confirm your settings').click()
  await expect.poll(() => commandsOf(page)).toHaveLength(2)
  const [before, chosen] = await commandsOf(page)
  expect(before).toMatchObject([
    'consent',
    'default',
    {
      analytics_storage: 'denied',
      ad_storage: 'denied',
      ad_user_data: 'denied',
      ad_personalization: 'denied',
    },
  ])
  expect(chosen).toEqual([
    'consent',
    'update',
    {
      analytics_storage: 'granted',
      ad_storage: 'denied',
      ad_user_data: 'denied',
      ad_personalization: 'denied',
    },
  ])
  await control(page, 'Cookie settings').click()
  await page.getByRole('switch', { name: 'Marketing cookies' }).click()
  await control(page, 'Confirm your settings').click()
  await expect.poll(() => commandsOf(page)).toHaveLength(3)
  expect((await commandsOf(page)).at(-1)).toMatchObject([
    'consent',
    'update',
    { ad_storage: 'granted' },
  ])
})

test(
  'AT-COOK-10 A player can withdraw the consent · PROD',
  atNight('R-4.6-4', 'R-3.15-2'),
  async ({ page, stubbedApi, context }) => {
    const tags = await playTagManager(context)
    await stubbedApi.in('PROD', withTags)
    await logInAfter(page, 'PROD', 'Accept all')
    await control(page, 'Cookies').click()
    await expect.poll(() => tags).toHaveLength(1)
    await page.getByRole('switch', { name: 'Analytical cookies' }).click()
    await expect(page.getByRole('switch', { name: 'Analytical cookies' })).not.toBeChecked()
    const kept = await context.cookies()
    expect(kept.find(({ name }) => name === 'sso_consent_analytics')?.value).toBe('0')
    await expect
      .poll(async () => (await commandsOf(page)).at(-1))
      .toMatchObject(['consent', 'update', { analytics_storage: 'denied' }])
    await logOut(page)
    tags.length = 0
    await page.goto('/login')
    await logIn(page, 'PROD')
    await expect(page).toBeOnPath('/account')
    expect(await eventsOf(page)).toEqual([])
    expect(tags).toEqual([])
  },
)

test('No script of others where credentials are typed · PROD', async ({
  page,
  stubbedApi,
  signIn,
  context,
}) => {
  const tags = await playTagManager(context)
  await stubbedApi.in('PROD', withTags)
  await page.goto('/login')
  await control(page, 'Accept all').click()
  await expect(control(page, 'Accept all')).toHaveCount(0)
  for (const path of ['/login', '/register', '/password-recovery', '/confirm-email/send']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  expect(tags).toEqual([])

  await signIn()
  await context.addCookies([
    { name: 'sso_consent_analytics', value: '1', url: new URL('/', page.url()).href },
    { name: 'sso_consent_given', value: '1', url: new URL('/', page.url()).href },
  ])
  await page.goto('/account')
  await expect.poll(() => tags).toHaveLength(1)
  await expect.poll(() => runsTags(page)).toBe(true)
  await page.getByRole('region', { name: 'Password' }).getByRole('link', { name: 'Update' }).click()
  await expect(page).toBeOnPath('/account/reset-password')
  await expect(page.getByLabel('New password')).toBeVisible()
  expect(await runsTags(page)).toBe(false)
})

test('An identifier of another shape is never loaded · PROD', async ({
  page,
  stubbedApi,
  context,
}) => {
  const tags = await playTagManager(context)
  await stubbedApi.in('PROD', { TagManagerId: 'GTM-X"><script>' })
  await page.goto('/')
  await control(page, 'Accept all').click()
  await expect(control(page, 'Accept all')).toHaveCount(0)
  await page.reload()
  await expect(control(page, 'Log in')).toBeVisible()
  expect(tags).toEqual([])
  expect(await eventsOf(page)).toEqual([])
})

test('The portal works without a blocked tag manager · PROD', async ({
  page,
  stubbedApi,
  context,
}) => {
  await context.route('https://www.googletagmanager.com/**', (route) => route.abort())
  await stubbedApi.in('PROD', withTags)
  await logInAfter(page, 'PROD', 'Accept all')
  await control(page, 'Newsletter').click()
  await expect(page.getByText('Platform news')).toBeVisible()
})

/** Plays the tag manager's host; returns the addresses that were asked for. */
async function playTagManager(context: BrowserContext): Promise<string[]> {
  const asked: string[] = []
  await context.route(/googletagmanager|google-analytics/, (route) => {
    asked.push(route.request().url())
    return route.fulfill({ contentType: 'text/javascript', body: 'window.tagsRan = true' })
  })
  return asked
}

/** The portal's own events in the data layer. */
async function eventsOf(page: Page): Promise<string[]> {
  const entries = await page.evaluate(
    () => (globalThis as { dataLayer?: { event?: string }[] }).dataLayer ?? [],
  )
  return entries
    .map(({ event }) => event)
    .filter((event) => event !== undefined && !event.startsWith('gtm.')) as string[]
}

/** The commands that went to the tag manager as `arguments`. */
function commandsOf(page: Page): Promise<unknown[][]> {
  return page.evaluate(() => {
    const entries = (globalThis as { dataLayer?: object[] }).dataLayer ?? []
    return entries
      .filter((entry) => Object.prototype.toString.call(entry) === '[object Arguments]')
      .map((entry) => [...(entry as ArrayLike<unknown> & Iterable<unknown>)])
  })
}

function runsTags(page: Page): Promise<boolean> {
  return page.evaluate(() => 'tagsRan' in globalThis)
}

async function logInAfter(page: Page, environment: Environment, answer: string): Promise<void> {
  await page.goto('/login')
  await control(page, answer).click()
  await expect(control(page, answer)).toHaveCount(0)
  await logIn(page, environment)
  await expect(page).toBeOnPath('/account')
}

async function logOut(page: Page): Promise<void> {
  await control(page, 'Logout').click()
  await expect(page).toBeOnPath('/')
}

async function register(page: Page, environment: Environment): Promise<void> {
  await page.clock.install()
  await page.goto('/register')
  await fillRegistration(page, environment)
  await sendRegistration(page)
  await expect(page).toBeOnPath('/register/confirm')
}
