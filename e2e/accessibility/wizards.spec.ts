import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { refused } from '../bench/answers.ts'
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
