import { firstByDay } from '../fixtures/environments.ts'
import { type Deployed, portalOf } from '../fixtures/running-product/addresses.ts'
import { holdScripts, watchShifts } from '../fixtures/beforeThePortal.ts'
import { expect } from '../fixtures/expect.ts'
import { control, field } from '../fixtures/page.ts'
import { atNight, test } from '../fixtures/test.ts'
import { pathOf, requestsOfNextPages } from '../fixtures/traffic.ts'

// The page's own policy decides which styles come in.
test.use({ bypassCSP: false })

const screens: readonly (readonly [Deployed, string])[] = [
  ['PROD', '/'],
  ['PROD', '/login'],
  ['PROD', '/register'],
  ['PROD', '/password-recovery'],
  ['SANDBOX', '/login'],
  ['TWO-POINT-STUDIOS', '/register'],
  ['BRANDED', '/login'],
  ['RELIC', '/'],
]

for (const [deployment, path] of firstByDay(screens, 3)) {
  test(`${path} is seen before its scripts are there, and stays as it is when they come · ${deployment}`, async ({
    page,
  }) => {
    const complaints: string[] = []
    page.on('console', (message) => {
      // The run has no server for the brand's own images.
      const isOfBrand = message.location().url.includes('/brand/')
      if (['error', 'warning'].includes(message.type()) && !isOfBrand) {
        complaints.push(message.text())
      }
    })
    const letScriptsCome = await holdScripts(page)
    await page.goto(portalOf(deployment) + path, { waitUntil: 'commit' })
    await expect(page.locator('#root h1')).toBeVisible()
    await expect(page.locator('#root')).not.toHaveAttribute('data-alive')
    await page.evaluate(() => document.fonts.ready)
    const shown = await page.evaluateHandle(() => [...document.querySelectorAll('#root *')])
    const moved = await watchShifts(page)
    await letScriptsCome()
    await expect(page.locator('#root')).toHaveAttribute('data-alive')
    await expect(control(page, 'Reject all')).toBeVisible()
    const gone = await shown.evaluate((all) => all.filter(({ isConnected }) => !isConnected).length)
    expect(gone, 'elements in the place of which others came').toBe(0)
    // A face of type that comes late is as wide as its stand-in, to a hair.
    expect(await moved()).toBeLessThan(0.001)
    expect(complaints).toEqual([])
  })
}

test('a prerendered screen can be used as soon as the portal is there', async ({ page }) => {
  await page.goto(`${portalOf('SANDBOX')}/login`)
  await control(page, 'Reject all').click()
  await field(page, 'Username or email').fill('PlayerOne')
  await field(page, 'Password').fill('Welcome2Gatehouse')
  await control(page, 'Connect').click()
  await expect(page).toHaveURL(`${portalOf('SANDBOX')}/account`)
})

test('a prerendered screen is usable before the configuration has come, and calls wait for it (R-1.4-1)', async ({
  page,
}) => {
  const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/runtime-configuration/**', async (route) => {
    await isAnswered
    await route.continue()
  })
  const requests = await requestsOfNextPages(page)
  const calls = () => requests.map(pathOf).filter((path) => path.startsWith('/api/'))
  await page.goto(`${portalOf('SANDBOX')}/login`, { waitUntil: 'commit' })
  await expect(page.locator('#root')).toHaveAttribute('data-alive')
  await control(page, 'Reject all').click()
  await expect(control(page, 'Reject all')).toHaveCount(0)
  await field(page, 'Username or email').fill('PlayerOne')
  await field(page, 'Password').fill('Welcome2Gatehouse')
  await control(page, 'Connect').click()
  await expect(control(page, 'Connect')).toHaveAttribute('aria-busy', 'true')
  expect(calls()).toEqual([])
  await page.keyboard.press('Enter')
  answer()
  await expect(page).toHaveURL(`${portalOf('SANDBOX')}/account`)
  expect(calls().filter((path) => path === '/api/log/log-in')).toHaveLength(1)
})

test('a prerendered screen does not ask a visitor again who has chosen about cookies', async ({
  page,
  context,
}) => {
  await page.goto(`${portalOf('SANDBOX')}/login`)
  await control(page, 'Reject all').click()
  // The server reads the choice from a cookie, which the browser keeps in its own time.
  await expect
    .poll(async () => (await context.cookies()).map(({ name }) => name))
    .toContain('sso_consent_given')
  const letScriptsCome = await holdScripts(page)
  await page.goto(`${portalOf('SANDBOX')}/`, { waitUntil: 'commit' })
  await expect(page.getByText('One account holds all your blocks')).toBeVisible()
  await expect(page.getByText('Reject all')).toHaveCount(0)
  await letScriptsCome()
  await expect(control(page, 'Create an account')).toBeVisible()
  await expect(page.getByText('Reject all')).toHaveCount(0)
})

test(
  'a configuration of another environment than the prerendered one shows its own',
  atNight(),
  async ({ page, stubbedApi }) => {
    await stubbedApi.in('RELIC', { RegisterStudioName: 'Another' })
    await page.goto('/')
    await expect(control(page, 'Login with Relic Account')).toBeVisible()
    await expect(page.locator('style[data-environment="LOCAL"]')).toHaveCount(0)
  },
)

test('files that come later share the script of the page', async ({ page }) => {
  const requests = await requestsOfNextPages(page)
  await page.goto(`${portalOf('PROD')}/login`)
  await control(page, 'Reject all').click()
  await page.locator('#root a[href="/register"]').first().click()
  await expect(page.locator('[name=ConfirmEmail]')).toBeVisible()
  const asked = requests.map(pathOf)
  const scripts = asked.filter((path) => path.endsWith('.js'))
  expect(scripts).toContainEqual(expect.stringContaining('/Register-'))
  expect(scripts.length).toBe(new Set(scripts).size)
  expect(asked.filter((path) => /\/main-.*\.css$/.test(path))).toEqual([])
})

test(
  'a page whose files a new release has replaced loads the page that it goes to',
  atNight(),
  async ({ page }) => {
    await page.goto(`${portalOf('PROD')}/login`)
    await page.route('**/Register-*.js', (route) => route.fulfill({ status: 404 }), { times: 1 })
    await page.locator('#root a[href="/register"]').first().click()
    await expect(page.locator('[name=ConfirmEmail]')).toBeVisible()
    await expect(page).toHaveURL(`${portalOf('PROD')}/register`)
  },
)

test('a reload of an unchanged page brings its headers alone', async ({ page }) => {
  await page.goto(`${portalOf('PROD')}/login`)
  await page.reload()
  await expect(control(page, 'Reject all')).toBeVisible()
  const { transferSize, decodedBodySize } = await page.evaluate(() =>
    (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming).toJSON(),
  )
  expect(transferSize).toBeLessThan(2000)
  expect(decodedBodySize).toBeGreaterThan(20_000)
})
