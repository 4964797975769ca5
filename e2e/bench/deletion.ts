import type { Page } from '@playwright/test'
import { control, field } from './page.ts'

/** Opens the deletion request of a deployment that asks for the password, and gives it. */
export async function toReasonStep(page: Page): Promise<void> {
  await page.goto('/account/deletion-request')
  await field(page, 'Password').fill('Welcome2Gatehouse')
  await control(page, 'Confirm').click()
  await page.getByRole('radio').first().waitFor()
}

/** Goes on to the last step without a reason. */
export async function toConfirmation(page: Page): Promise<void> {
  await toReasonStep(page)
  await control(page, 'Skip').click()
  await control(page, 'Delete').waitFor()
}
