import { join } from 'node:path'
import { expect } from '../fixtures/expect.ts'
import { consoleAddress } from '../fixtures/running-product/addresses.ts'
import { test } from '../fixtures/test.ts'

const name = 'console-brand-desktop-light'
const file = join(import.meta.dirname, `../../../docs/pictures/${name}.jpg`)

/* The console of the running product, for the README and docs/pictures.md. */

test.use({ bypassCSP: false })

test(`docs/pictures/${name}.jpg`, async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`${consoleAddress}/prod/brand`)
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Bea Brand' }).click()
  await expect(page.locator('figure iframe[data-shown=true]')).toHaveCount(8)
  const picture = await page.screenshot({
    path: file,
    type: 'jpeg',
    quality: 85,
    animations: 'disabled',
  })
  expect(picture.length).toBeLessThanOrEqual(150 * 1024)
})
