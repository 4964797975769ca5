import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { ok, refused } from '../bench/answers.ts'
import { connectsWith } from '../bench/connectsWith.ts'
import { fromNow } from '../bench/defaults.ts'
import { toConfirmation, toReasonStep } from '../bench/deletion.ts'
import { expect } from '../bench/expect.ts'
import { control, field } from '../bench/page.ts'
import { answerSurvey, option } from '../bench/survey.ts'
import { test } from '../bench/test.ts'

/* What stands behind the first step of a screen. */

test('Axe finds nothing · the steps of the deletion', async ({ page, s0, signIn }) => {
  await s0.in('PROD')
  await signIn()
  await toReasonStep(page)
  await page.getByRole('radio', { name: 'Another reason' }).check()
  await expect(field(page, 'Reason')).toBeVisible()
  await findNothing(page)
  s0.stub('POST deletion/user/42', refused('ERROR_NOT_ALLOWED'))
  await toConfirmation(page)
  await control(page, 'Delete').click()
  await expect(page.getByRole('alert')).toBeVisible()
  await findNothing(page)
})

test('Axe finds nothing · a survey with suggestions, and one that is refused', async ({
  page,
  s0,
  signIn,
}) => {
  await s0.in('PROD')
  await signIn()
  await answerSurvey(page)
  await option(page, 'social networks', 'Other').check()
  await option(page, 'information', 'Wikis').uncheck()
  await control(page, 'Send').click()
  await expect(page.getByText('You must answer this question.')).toHaveCount(2)
  await findNothing(page)
  await page.getByRole('combobox', { name: 'Country' }).fill('an')
  await expect(page.getByRole('listbox')).toBeVisible()
  await findNothing(page)
})

test('Axe finds nothing · connections in every state, and a refused one', async ({
  page,
  s0,
  signIn,
}) => {
  await s0.in('PROD')
  const LastCheck = fromNow({ hours: -3 })
  s0.stub(
    'GET profile/connects',
    connectsWith({ steam: { LastCheck }, twitch: { LastCheck, IsGone: true } }),
  )
  s0.stub('POST profile/validate', ok({ Success: false }))
  await signIn()
  await page.goto('/account/link-account')
  await control(page, 'Link').click()
  await expect(page.getByRole('alert')).toBeVisible()
  await findNothing(page)
})

for (const path of ['/steam/unlink', '/twitch/link']) {
  test(`Axe finds nothing · the question of ${path}`, async ({ page, s0, signIn, baseURL }) => {
    await s0.in('PROD')
    await signIn()
    await page.goto('https://evil.io/')
    await page.evaluate((url) => location.assign(url), `${baseURL}${path}`)
    await expect(control(page, 'Confirm')).toBeVisible()
    await findNothing(page)
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  })
}

async function findNothing(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const { violations } = await new AxeBuilder({ page }).analyze()
    const faults = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target }) => `${id}: ${target.join(' ')}`),
    )
    expect(faults, colorScheme).toEqual([])
  }
}
