import { control } from '../../fixtures/page.ts'
import { expect } from '../../fixtures/expect.ts'
import { StubbedApi } from '../../fixtures/stubbed-api/stubbedApi.ts'
import { test } from '../../fixtures/stubbed-portal/test.ts'
import { requestsFromNowOn } from '../../fixtures/traffic.ts'

/** Where someone types a secret, or an address carries one. */
const closed = [
  '/login',
  '/register',
  '/access-key',
  '/password-recovery',
  '/password-recovery/reset',
  '/register/validate',
  '/confirm-email',
  '/account/reset-password',
  '/account/update-email',
  '/account/update-email/confirm',
  '/account/update-email/recovery',
  '/oauth/partner',
]
const given = ['sso_consent_given', 'sso_consent_analytics', 'sso_consent_marketing']

test('K10 A forged choice is this browser’s own, and is sent nowhere · PROD', async ({
  page,
  stubbedApi,
  context,
  browser,
  baseURL,
}) => {
  const tags: string[] = []
  await context.route('https://www.googletagmanager.com/**', (route) => {
    tags.push(route.request().url())
    return route.fulfill({ contentType: 'text/javascript', body: '' })
  })
  await stubbedApi.in('PROD', { TagManagerId: 'GTM-X' })
  const url = baseURL ?? ''
  await context.addCookies(given.map((name) => ({ name, value: '1', url })))
  await page.goto('/')
  await expect.poll(() => tags).toHaveLength(1)
  expect(stubbedApi.sent('POST cookie/**')).toEqual([])
  const other = await browser.newContext()
  await new StubbedApi(other).in('PROD', { TagManagerId: 'GTM-X' })
  const foreign = await other.newPage()
  await foreign.goto(url)
  await expect(control(foreign, 'Accept all')).toBeVisible()
  await other.close()
})

test('K11 No tag manager where something secret is typed or carried, with every consent · PROD', async ({
  page,
  stubbedApi,
  context,
  baseURL,
}) => {
  const tags: string[] = []
  await context.route('https://www.googletagmanager.com/**', (route) => {
    tags.push(route.request().url())
    return route.fulfill({ contentType: 'text/javascript', body: '' })
  })
  await stubbedApi.in('PROD', { TagManagerId: 'GTM-X' })
  stubbedApi.stub('GET partner/log-in', { status: 400, body: { ErrorMessages: [] } })
  stubbedApi.stub('GET email/*', { status: 400, body: { ErrorMessages: [] } })
  await context.addCookies(given.map((name) => ({ name, value: '1', url: baseURL ?? '' })))
  for (const path of closed) {
    await page.goto(`${path}?uid=x&code=x&verificationCode=x`)
    await expect(page.locator('#root[data-alive] > *').first()).toBeAttached()
    const scripts = page.locator('script[src*="googletagmanager"]')
    await expect(scripts).toHaveCount(0)
  }
  expect(tags).toEqual([])
})

test('K11 An id that is more than an id is no script · PROD', async ({
  page,
  stubbedApi,
  context,
}) => {
  await stubbedApi.in('PROD', { TagManagerId: 'GTM-X"><script>hit()</script>' })
  const requests = requestsFromNowOn(page)
  await page.goto('/')
  await control(page, 'Accept all').click()
  await expect(control(page, 'Accept all')).toHaveCount(0)
  expect(await page.evaluate(() => document.documentElement.innerHTML.includes('hit()'))).toBe(
    false,
  )
  const asked = requests.map((request) => request.url())
  expect(asked.filter((url) => url.includes('"><script>'))).toEqual([])
  expect(await context.cookies()).not.toEqual([])
})

test('M02 Refusing is as easy as accepting, and the page can be used meanwhile · PROD', async ({
  page,
  stubbedApi,
  context,
}) => {
  await stubbedApi.in('PROD')
  await page.goto('/login')
  const [accept, reject] = [control(page, 'Accept all'), control(page, 'Reject all')]
  const looks = await Promise.all(
    [accept, reject].map((button) =>
      button.evaluate((element) => {
        const { color, backgroundColor, borderColor, fontSize, fontWeight } =
          getComputedStyle(element)
        const { height, top } = element.getBoundingClientRect()
        return { color, backgroundColor, borderColor, fontSize, fontWeight, height, top }
      }),
    ),
  )
  expect(looks[0]).toEqual(looks[1])
  const [wide, other] = [await accept.boundingBox(), await reject.boundingBox()]
  expect(Math.abs((wide?.width ?? 0) - (other?.width ?? 1000))).toBeLessThan(16)
  // One press each, and the refusal is met first.
  await reject.focus()
  await page.keyboard.press('Tab')
  await expect(accept).toBeFocused()
  // The banner covers no field, takes no focus, and nothing counts as a yes before a choice.
  await page.getByLabel('Username or email').fill('still usable')
  await expect(page.getByLabel('Username or email')).toHaveValue('still usable')
  expect(await context.cookies()).toEqual([])
  await page.goto('/')
  await page.evaluate(() => window.scrollTo(0, 1e6))
  expect(await context.cookies()).toEqual([])
  await control(page, 'Reject all').click()
  await expect(control(page, 'Reject all')).toHaveCount(0)
  const values = (await context.cookies()).map(({ name, value }) => `${name} ${value}`)
  expect(values.toSorted()).toEqual([
    'sso_consent_analytics 0',
    'sso_consent_given 1',
    'sso_consent_marketing 0',
  ])
})

test('K12 A browser that refuses by itself is not asked, nothing runs, and the settings say why · PROD', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  const tags: string[] = []
  await page.context().route('https://www.googletagmanager.com/**', (route) => {
    tags.push(route.request().url())
    return route.fulfill({ contentType: 'text/javascript', body: '' })
  })
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }),
  )
  await stubbedApi.in('PROD', { TagManagerId: 'GTM-X' })
  await page.goto('/')
  await expect(page.locator('#root[data-alive]')).toBeAttached()
  await expect(control(page, 'Accept all')).toHaveCount(0)
  await signIn()
  await page.context().clearCookies({ name: /^sso_consent_/ })
  await page.goto('/account/cookies')
  await expect(page.getByText('Global Privacy Control')).toBeVisible()
  await expect(control(page, 'Accept all')).toHaveCount(0)
  expect(tags).toEqual([])
  expect(stubbedApi.sent('POST cookie/**')).toEqual([])
})
