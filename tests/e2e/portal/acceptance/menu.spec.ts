import type { Locator } from '@playwright/test'
import { expect } from '../../fixtures/expect.ts'
import { control } from '../../fixtures/page.ts'
import { test } from '../../fixtures/stubbed-portal/test.ts'

/* The sections of an account on a phone: a strip that shows there is more, and a sheet with all. */

test.beforeEach(async ({ page }) => page.setViewportSize({ width: 390, height: 844 }))

for (const environment of ['PROD', 'FOCUS']) {
  test(`A phone lists every section in a sheet · ${environment}`, async ({
    page,
    stubbedApi,
    signIn,
  }) => {
    await stubbedApi.in(environment)
    await signIn()
    await page.goto('/account')
    const menu = page.getByRole('navigation', { name: 'Account' })
    await expect(menu.getByRole('link', { name: 'My information' })).toBeVisible()
    const names = await menu.getByRole('listitem').allTextContents()
    await control(page, 'All sections').focus()
    await page.keyboard.press('Enter')
    const sheet = page.getByRole('dialog', { name: 'All sections' })
    await expect(sheet.getByRole('heading')).toBeFocused()
    await expect(sheet.getByRole('listitem')).toHaveText(names)
    await expect(sheet.getByRole('link', { name: 'My information' })).toHaveAttribute(
      'aria-current',
      'page',
    )
    await page.keyboard.press('Escape')
    await expect(sheet).toHaveCount(0)
    await expect(control(page, 'All sections')).toBeFocused()

    await control(page, 'All sections').click()
    for (const entry of await sheet.getByRole('link').all()) await expect(entry).toBeInViewport()
    await control(sheet, 'Cookies').click()
    await expect(page.getByRole('heading', { level: 1, name: 'Cookies' })).toBeVisible()
    await expect(sheet).toHaveCount(0)
  })
}

for (const direction of ['ltr', 'rtl']) {
  test(`The strip fades where there is more of it · ${direction}`, async ({
    page,
    stubbedApi,
    signIn,
  }) => {
    await stubbedApi.in('PROD', { Languages: '*' })
    await signIn()
    await page.goto('/account')
    await page.evaluate((dir) => {
      document.documentElement.dir = dir
    }, direction)
    const strip = page.getByRole('navigation', { name: 'Account' }).locator('div').first()
    const end = direction === 'rtl' ? -10_000 : 10_000
    await expect.poll(() => fadesOf(strip, 0)).toEqual([false, true])
    await expect.poll(() => fadesOf(strip, end / 400)).toEqual([true, true])
    await expect.poll(() => fadesOf(strip, end)).toEqual([true, false])
    await page.setViewportSize({ width: 1440, height: 900 })
    await expect(control(page, 'All sections')).toBeHidden()
  })
}

/** Says at which ends the strip fades, scrolled to a place. */
async function fadesOf(strip: Locator, place: number): Promise<boolean[]> {
  await strip.evaluate((element, left) => element.scrollTo({ left }), place)
  return strip.evaluate((element) => [
    element.hasAttribute('data-more-before'),
    element.hasAttribute('data-more-after'),
  ])
}
