import type { Locator, Page } from '@playwright/test'
import { ok } from '../../fixtures/stubbed-api/answers.ts'
import { player } from '../../fixtures/stubbed-api/defaults.ts'
import { expect } from '../../fixtures/expect.ts'
import { control, exactly } from '../../fixtures/page.ts'
import { test } from '../../fixtures/stubbed-portal/test.ts'

test('The choice fits a window of 320 pixels, with every picture in reach', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await page.setViewportSize({ width: 320, height: 600 })
  await stubbedApi.in('PROD', { EnableAvatarSection: true })
  stubbedApi.stub(
    'GET profile/user/42/avatars',
    ok({
      Source: 'other',
      TakesUploads: true,
      Gallery: Array.from({ length: 30 }, (_, index) => ({
        Name: `animal-${index}.png`,
        AvatarUrl: `animal-${index}.png`,
      })),
      Linked: [{ CanonicalName: 'steam', Name: 'Steam', AvatarUrl: player.AvatarUrl }],
    }),
  )
  await signIn()
  await page.goto('/account')
  await control(section(page), 'Change').click()
  await expect(dialog(page).getByRole('button', { name: exactly('Use Steam') })).toBeVisible()
  const [inner, outer] = await dialog(page).evaluate((element) => [
    element.scrollWidth,
    element.clientWidth,
  ])
  expect(inner).toBeLessThanOrEqual(outer ?? 0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  const last = dialog(page).getByRole('button', { name: exactly('Use animal 29') })
  await last.scrollIntoViewIfNeeded()
  await expect(last).toBeInViewport()
  await control(dialog(page), 'Cancel').click()
  await expect(dialog(page)).toHaveCount(0)
})

test('A deployment without pictures shows no section for one', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await stubbedApi.in('PROD')
  await signIn()
  await page.goto('/account')
  await expect(page.getByRole('region', { name: exactly('Username') })).toBeVisible()
  await expect(section(page)).toHaveCount(0)
})

function section(page: Page): Locator {
  return page.getByRole('region', { name: exactly('Picture') })
}

function dialog(page: Page): Locator {
  return page.getByRole('dialog', { name: exactly('Choose your picture') })
}
