import type { Page } from '@playwright/test'
import { firstByDay } from '../fixtures/environments.ts'
import { portalOf } from '../fixtures/running-product/addresses.ts'
import { expect } from '../fixtures/expect.ts'
import { control } from '../fixtures/page.ts'
import { test } from '../fixtures/test.ts'
import { themedDeployments } from '../screenshots/variants.ts'
import { showTheme } from './showTheme.ts'

for (const deployment of firstByDay(themedDeployments)) {
  test(`A page comes with its theme, and nothing in it moves · ${deployment}`, async ({ page }) => {
    await page.addInitScript(() => {
      Object.assign(window, { shift: 0 })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          Object.assign(window, {
            shift: Reflect.get(window, 'shift') + Reflect.get(entry, 'value'),
          })
        }
      }).observe({ type: 'layout-shift', buffered: true })
    })
    // The faces come when the page has long stood in what the system has in their place.
    await page.route('**/*.woff2', async (route) => {
      await page.waitForLoadState('domcontentloaded')
      await expect(control(page, 'Reject all')).toBeVisible()
      await route.continue()
    })
    const answer = await page.goto(`${portalOf(deployment)}/`)
    // Where visitors come in, the sheets are in the page itself.
    // A part that comes later, as the choice of language does, brings its own sheet.
    const sheets = page.locator(
      'head :is(style, link[rel="stylesheet"]:is([href*="/theme-"], [href*="/main-"]):not([disabled]))',
    )
    // The platform's theme is in the base.
    const [head = ''] = (await answer?.text())?.split('<body>') ?? []
    const sent = head.match(/<style/g)?.length
    expect(sent).toBe(deployment === 'PROD' ? 1 : 2)
    await expect(control(page, 'Reject all')).toBeVisible()
    await page.evaluate(() => document.fonts.ready)
    expect(await sheets.count()).toBe(sent)
    // A fifth of what counts as good. A link of a footer may wrap, and counts with all that moves in its
    // picture: more where both faces of a theme come in the same one.
    expect(await page.evaluate(() => Number(Reflect.get(window, 'shift')))).toBeLessThan(0.02)
  })
}

test('A scheme that was chosen is there before the portal runs', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto(`${portalOf('PROD')}/`)
  const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
  await page.getByText('Dark', { exact: true }).click()
  expect(await scheme()).toBe('dark')
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.reload({ waitUntil: 'load' })
  expect(await scheme()).toBe('dark')
})

test('A page that was made for another environment takes the theme of its configuration', async ({
  page,
  stubbedApi,
}) => {
  const themes = () =>
    page
      .locator('head [data-environment]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('data-environment')))
  for (const [environment, theme] of [
    ['SANDBOX', ['SANDBOX']],
    ['PROD', []],
    ['RELIC', ['RELIC']],
  ] as const) {
    await stubbedApi.in(environment)
    await page.goto(`${portalOf('RELIC')}/`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await themes()).toEqual(theme)
  }
})

for (const environment of firstByDay(['SANDBOX', 'FOCUS'] as const)) {
  test(`A theme exchanged in the page looks like one that came with it · ${environment}`, async ({
    page,
    stubbedApi,
  }) => {
    await stubbedApi.in(environment)
    await page.goto(`${portalOf(environment)}/`)
    const came = await looks(page)
    await stubbedApi.in('PROD')
    await page.goto(`${portalOf('PROD')}/`)
    expect(await looks(page)).not.toEqual(came)
    await showTheme(page, environment)
    expect(await looks(page)).toEqual(came)
  })
}

/** The properties that a theme decides, of the page, its first heading and its first link. */
async function looks(page: Page): Promise<(string | string[])[]> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const properties =
    'background-color color font-family font-size font-weight letter-spacing text-transform border-radius box-shadow padding grid-template-areas'
  return page.evaluate(
    (names) =>
      ['html', '[data-layout]', 'header', 'h1', 'main a'].map((selector) => {
        const element = document.querySelector(selector)
        if (!element) return selector
        const style = getComputedStyle(element)
        return names.map((name) => `${selector} ${name}: ${style.getPropertyValue(name)}`)
      }),
    properties.split(' '),
  )
}
