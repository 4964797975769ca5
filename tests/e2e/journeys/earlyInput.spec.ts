import type { Page } from '@playwright/test'
import { firstByDay } from '../fixtures/environments.ts'
import { portalOf } from '../fixtures/running-product/addresses.ts'
import { holdScripts } from '../fixtures/beforeThePortal.ts'
import { expect } from '../fixtures/expect.ts'
import { box, control, field } from '../fixtures/page.ts'
import { atNight, test } from '../fixtures/test.ts'
import { pathOf, requestsOfNextPages } from '../fixtures/traffic.ts'

// The page's own policy decides which scripts run.
test.use({ bypassCSP: false })

const sandbox = portalOf('SANDBOX')
const portal = (page: Page) => page.locator('#root[data-alive]')

/** Shows a prerendered page whose portal waits for its words until they may come. */
async function openEarly(page: Page, address: string): Promise<() => Promise<unknown>> {
  const release = await holdScripts(page)
  await page.goto(address, { waitUntil: 'commit' })
  await expect(page.locator('#root h1')).toBeVisible()
  await page.evaluate(() => Object.assign(globalThis, { isFirstPage: true }))
  return release
}

const isFirstPage = (page: Page) => page.evaluate(() => Reflect.has(globalThis, 'isFirstPage'))

for (const way of firstByDay(['Enter', 'a press', 'two presses'] as const)) {
  test(`Text that was typed before the portal came logs the player in, once, by ${way}`, async ({
    page,
  }) => {
    const requests = await requestsOfNextPages(page)
    const calls = () =>
      requests
        .filter((request) => request.method() === 'POST')
        .map(pathOf)
        .filter((path) => path.endsWith('/log/log-in'))
    const letPortalCome = await openEarly(page, `${sandbox}/login`)
    await control(page, 'Reject all').click()
    await field(page, 'Username or email').pressSequentially('PlayerOne')
    await field(page, 'Password').pressSequentially('Welcome2Gatehouse')
    if (way === 'Enter') await page.keyboard.press('Enter')
    else await control(page, 'Connect').click()
    if (way === 'two presses') await control(page, 'Connect').click()
    await expect(page).toHaveURL(`${sandbox}/login`)
    expect(calls()).toEqual([])
    await letPortalCome()
    await expect(page).toHaveURL(`${sandbox}/account`)
    expect(calls()).toHaveLength(1)
    expect(await isFirstPage(page)).toBe(true)
    // The cookies were refused before.
    await expect(page.getByText('Reject all')).toHaveCount(0)
  })
}

test('A page that was scrolled before the portal came stays where it is', async ({ page }) => {
  await page.setViewportSize({ width: 412, height: 400 })
  const letPortalCome = await openEarly(page, `${sandbox}/register`)
  await page.evaluate(() => scrollTo({ top: 120, behavior: 'instant' }))
  await letPortalCome()
  await expect(portal(page)).toHaveCount(1)
  expect(await page.evaluate(() => scrollY)).toBe(120)
})

test('Focus and selection stay where they are when the portal comes', async ({ page }) => {
  const letPortalCome = await openEarly(page, `${sandbox}/login`)
  const name = field(page, 'Username or email')
  await name.fill('PlayerOne')
  await name.evaluate((input: HTMLInputElement) => input.setSelectionRange(2, 5))
  await letPortalCome()
  await expect(portal(page)).toBeAttached()
  await expect(name).toBeFocused()
  expect(
    await name.evaluate(({ value, selectionStart, selectionEnd }: HTMLInputElement) => [
      value,
      selectionStart,
      selectionEnd,
    ]),
  ).toEqual(['PlayerOne', 2, 5])
  await page.keyboard.press('End')
  await page.keyboard.type('!')
  await expect(name).toHaveValue('PlayerOne!')
})

test('Fields that a password manager fills in early are sent', async ({ page }) => {
  const letPortalCome = await openEarly(page, `${sandbox}/login`)
  await expect(field(page, 'Password')).toBeEnabled()
  // Without an event, as some do.
  await page.evaluate(() => {
    for (const [name, value] of [
      ['UsernameOrEmail', 'PlayerOne'],
      ['Password', 'Welcome2Gatehouse'],
    ] as const) {
      const input = document.querySelector<HTMLInputElement>(`[name=${name}]`)
      if (input !== null) input.value = value
    }
  })
  await letPortalCome()
  await expect(portal(page)).toBeAttached()
  await control(page, 'Reject all').click()
  await control(page, 'Connect').click()
  await expect(page).toHaveURL(`${sandbox}/account`)
})

test('A link that was pressed early is a move inside the portal', atNight(), async ({ page }) => {
  const letPortalCome = await openEarly(page, `${portalOf('PROD')}/login`)
  const link = page.locator('#root a[href="/register"]').first()
  await link.click()
  await expect(page).toHaveURL(`${portalOf('PROD')}/login`)
  await letPortalCome()
  await expect(page).toHaveURL(`${portalOf('PROD')}/register`)
  await expect(page.locator('[name=ConfirmEmail]')).toBeVisible()
  expect(await isFirstPage(page)).toBe(true)
})

test(
  'A form that was begun early keeps what was typed, ticked and chosen',
  atNight(),
  async ({ page }) => {
    const letPortalCome = await openEarly(page, `${portalOf('PROD')}/register`)
    const newsletter = box(page, 'Send me the newsletter')
    await page.locator('[name=Username]').fill('EarlyBird')
    await page.locator('[name=ConfirmEmail]').fill('early@bird.test')
    await newsletter.check()
    await letPortalCome()
    await expect(portal(page)).toBeAttached()
    await expect(page.locator('[name=Username]')).toHaveValue('EarlyBird')
    await expect(page.locator('[name=ConfirmEmail]')).toHaveValue('early@bird.test')
    await expect(newsletter).toBeChecked()
    await expect(newsletter).toBeFocused()
  },
)

test(
  'A press that is half done when the portal comes is done in the portal',
  atNight(),
  async ({ page }) => {
    const letPortalCome = await openEarly(page, `${sandbox}/login`)
    await control(page, 'Reject all').click()
    await field(page, 'Username or email').fill('PlayerOne')
    await field(page, 'Password').fill('Welcome2Gatehouse')
    await control(page, 'Connect').hover()
    await page.mouse.down()
    const words = page.waitForResponse(/\/assets\/en-/)
    await letPortalCome()
    await (await words).finished()
    await page.mouse.up()
    await expect(page).toHaveURL(`${sandbox}/account`)
  },
)

test('A press of a portal that never comes sends nothing, and the page says that it cannot start', async ({
  page,
}) => {
  let fail: (() => unknown) | undefined
  await page.route('**/runtime-configuration/**', (route) => {
    fail = () => route.abort()
  })
  const requests = await requestsOfNextPages(page)
  const sent = () =>
    requests
      .filter((request) => request.method() === 'POST' || request.isNavigationRequest())
      .map((request) => request.url())
  await page.goto(`${sandbox}/login`, { waitUntil: 'commit' })
  await field(page, 'Username or email').fill('PlayerOne')
  await field(page, 'Password').fill('Welcome2Gatehouse')
  await control(page, 'Connect').click()
  await page.keyboard.press('Enter')
  await expect.poll(() => fail).toBeDefined()
  fail?.()
  await expect(page.getByText('This page could not start.')).toBeVisible()
  expect(sent()).toEqual([`${sandbox}/login`])
  // Another try of the page has everything that was typed and pressed.
  await page.unroute('**/runtime-configuration/**')
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page).toHaveURL(`${sandbox}/account`)
  expect(sent().filter((url) => url.endsWith('/login'))).toHaveLength(1)
})

test.describe('Without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a prerendered form takes nothing, so that no browser sends it', async ({ page }) => {
    await page.goto(`${sandbox}/login`, { waitUntil: 'load' })
    await expect(page.locator('#root')).toHaveAttribute('inert')
    await page.keyboard.press('Tab')
    expect(await page.locator('#root :focus').count()).toBe(0)
  })
})
