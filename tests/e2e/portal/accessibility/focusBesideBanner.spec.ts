import type { Page } from '@playwright/test'
import { expect } from '../../fixtures/expect.ts'
import { control } from '../../fixtures/page.ts'
import { speak } from '../../fixtures/speak.ts'
import { test } from '../../fixtures/stubbed-portal/test.ts'

/* WCAG 2.2, 2.4.11: the question about cookies covers nothing that the keyboard has focused. */

const looks = [
  'PROD',
  'CREATIVE-ASSEMBLY',
  'FOCUS',
  'RELIC',
  'AVALANCHE',
  'TWO-POINT-STUDIOS',
  'SANDBOX',
  'SHOWCASE',
]

/** Their log-in is elsewhere. */
const byPartner = new Set(['CREATIVE-ASSEMBLY', 'FOCUS', 'RELIC'])

const sizes = [
  { width: 320, height: 568 },
  { width: 390, height: 664 },
  // A screen of 1280 × 1024 at 200 %, and of 1024 × 1200.
  { width: 640, height: 512 },
  { width: 512, height: 600 },
]

/** The focused element, where every one of five points of it is behind the banner; '' for none. */
function coveredFocus(page: Page): Promise<string> {
  return page.evaluate(() => {
    const focused = document.activeElement
    if (!(focused instanceof HTMLElement) || focused === document.body) return ''
    const banner = document.querySelector('section[aria-label="Cookies"]')
    if (banner === null || banner.contains(focused)) return ''
    const { left, right, top, bottom } = focused.getBoundingClientRect()
    const points = [
      [(left + right) / 2, (top + bottom) / 2],
      [left + 2, top + 2],
      [right - 2, top + 2],
      [left + 2, bottom - 2],
      [right - 2, bottom - 2],
    ] as const
    const isCovered = points.every(([x, y]) => {
      const on = document.elementFromPoint(x, y)
      return on === null || banner.contains(on)
    })
    return isCovered ? (focused.textContent || focused.outerHTML).slice(0, 60) : ''
  })
}

for (const environment of looks) {
  test(`the banner covers no focus on Home and at the log-in, at any size · ${environment}`, async ({
    page,
    stubbedApi,
  }) => {
    test.slow()
    await stubbedApi.in(environment)
    for (const size of sizes) {
      await page.setViewportSize(size)
      for (const path of byPartner.has(environment) ? ['/'] : ['/', '/login']) {
        await page.goto(path)
        await expect(control(page, 'Accept all')).toBeVisible()
        const stops = await page.locator('a[href], button, input, select, summary').count()
        const covered: string[] = []
        for (let stop = 0; stop < stops; stop += 1) {
          await page.keyboard.press('Tab')
          const found = await coveredFocus(page)
          if (found !== '') covered.push(found)
        }
        expect([size, path, covered]).toEqual([size, path, []])
      }
    }
  })
}

test('a banner is at the end of the page, as a bar without corners or beside the column, at widths of tablets and laptops', async ({
  page,
  stubbedApi,
}) => {
  for (const environment of ['SHOWCASE', 'PROD'] as const) {
    await stubbedApi.in(environment)
    for (const width of [970, 1100, 1270]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto('/')
      const banner = page.locator('section[aria-label="Cookies"]')
      await expect(banner).toBeVisible()
      const [box, place, round] = await banner.evaluate((shown) => {
        const { position, borderStartStartRadius } = getComputedStyle(shown)
        return [shown.getBoundingClientRect(), position, borderStartStartRadius] as const
      })
      // In the flow of the page it is a bar; else it floats.
      if (place === 'sticky') {
        const bar = { width, bottom: 800, round: '0px' }
        expect({ width: box.width, bottom: box.bottom, round }).toEqual(bar)
      } else expect(place).toBe('fixed')
    }
  }
})

for (const language of ['de', 'ru'] as const) {
  test(`the banner below a form is no wider than a small phone where words are long · ${language}`, async ({
    page,
    context,
    stubbedApi,
  }) => {
    await speak(context, language)
    await stubbedApi.in('PROD')
    await page.setViewportSize({ width: 320, height: 568 })
    await page.goto('/login')
    const banner = page.locator('section:has(button + button + button)')
    await expect(banner).toBeVisible()
    const measured = await banner.evaluate((shown) => ({
      language: document.documentElement.lang,
      page: document.documentElement.scrollWidth,
      banner: shown.scrollWidth,
    }))
    expect(measured).toEqual({ language, page: 320, banner: 320 })
  })
}
