import type { Page } from '@playwright/test'
import { holdBack, ok } from '../../fixtures/stubbed-api/answers.ts'
import { token } from '../../fixtures/stubbed-api/defaults.ts'
import { expect } from '../../fixtures/expect.ts'
import { control, whenIdle } from '../../fixtures/page.ts'
import { test } from '../../fixtures/stubbed-portal/test.ts'

test.describe('a new screen begins at its top, and one that was left is found as it was', () => {
  test.use({ viewport: { width: 390, height: 420 } })

  test('by Back and by a reload', async ({ page, stubbedApi, signIn }) => {
    await stubbedApi.in('SANDBOX')
    await signIn()
    await page.goto('/account')
    const section = control(page, 'Cookies')
    await expect(section).toBeVisible()
    const left = await scrollDown(page)
    // Without the pointer, which would scroll, too.
    await section.dispatchEvent('click')
    await expect(page).toBeOnPath('/account/cookies')
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    await page.goBack()
    await expect(page).toBeOnPath('/account')
    await expectTop(page, left)
    await page.reload()
    await expectTop(page, left)
  })

  test('by a reload whose answer is slow', async ({ page, stubbedApi, signIn }) => {
    await stubbedApi.in('SANDBOX')
    await signIn()
    await page.goto('/account')
    await expect(control(page, 'Cookies')).toBeVisible()
    const left = await scrollDown(page)
    const answer = holdBack()
    stubbedApi.stub('GET token/IDENT-1', () => answer.of(ok(token)))
    await page.reload()
    // A screen that waits for its answer is too short to be scrolled.
    await expect(page.getByRole('main').getByText('One moment, please.')).toBeVisible()
    answer.release()
    await expectTop(page, left)
  })
})

test('a click that asks for its own tab is left to the browser', async ({ page, stubbedApi }) => {
  await stubbedApi.in('SANDBOX')
  await page.goto('/')
  // The tab itself is not opened: Chromium sometimes never shows one that a driver watches.
  const isLeft = page.evaluate(
    () =>
      new Promise((resolve) => {
        addEventListener('click', (event) => {
          resolve(!event.defaultPrevented)
          event.preventDefault()
        })
      }),
  )
  await control(page, 'Log in').click({ modifiers: ['ControlOrMeta'] })
  expect(await isLeft).toBe(true)
  await expect(page).toBeOnPath('/')
  await control(page, 'Log in').click()
  await expect(page).toBeOnPath('/login')
})

/** The page has been found where it was left, but for that pixel. */
async function expectTop(page: Page, left: number): Promise<void> {
  await expect
    .poll(async () => Math.abs((await page.evaluate(() => scrollY)) - left))
    .toBeLessThanOrEqual(2)
}

/** Scrolls, and answers where the page is then: lines above that come late move it by a pixel. */
async function scrollDown(page: Page): Promise<number> {
  await whenIdle(page)
  await page.evaluate(() => scrollTo(0, 300))
  const top = () => page.evaluate(() => Number(history.state?.top))
  await expect.poll(async () => Math.abs((await top()) - 300)).toBeLessThanOrEqual(2)
  return top()
}
