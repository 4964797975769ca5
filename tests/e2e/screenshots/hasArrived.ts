import type { Page } from '@playwright/test'
import { expect } from '../fixtures/expect.ts'
import { whenIdle } from '../fixtures/page.ts'

/** True when this deployment has the screen: some leave for a partner, or lead elsewhere. */
export async function hasArrived(page: Page, path: string): Promise<boolean> {
  await page.goto(path)
  const heading = page.getByRole('heading', { level: 1 })
  await expect(async () => {
    expect((await heading.count()) > 0 || (await page.title()) === 'Elsewhere').toBe(true)
  }).toPass()
  if (!page.url().endsWith(path) || (await page.title()) === 'Elsewhere') return false
  await whenIdle(page)
  await page.evaluate(() => document.fonts.ready)
  return true
}
