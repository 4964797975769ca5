import { firstByDay } from '../../fixtures/environments.ts'
import { expect } from '../../fixtures/expect.ts'
import { test } from '../../fixtures/stubbed-portal/test.ts'
import { environmentOf, themedDeployments } from '../../screenshots/variants.ts'
import { showTheme } from '../../accessibility/showTheme.ts'

for (const deployment of firstByDay(themedDeployments)) {
  test(`Forced colours and reduced motion · ${deployment}`, async ({ page, stubbedApi }) => {
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
    await stubbedApi.in(environmentOf(deployment))
    await page.goto('/')
    await showTheme(page, deployment)
    const button = page.getByRole('main').getByRole('link').first()
    await expect(button).toBeVisible()
    // The system draws the border of what is pressed, and the art does not lie behind the words.
    expect(await button.evaluate((link) => getComputedStyle(link).borderTopWidth)).toBe('1px')
    const art = page.locator('[data-layout="visitor"] > div').first()
    await expect(art).toBeHidden()
    const moving = await page.evaluate(
      () => document.getAnimations().filter(({ playState }) => playState === 'running').length,
    )
    expect(moving).toBe(0)
  })
}
