import type { Page } from '@playwright/test'
import { control, field } from './page.ts'

/** Where, and with which password; by default the played portal and its player. */
interface Where {
  readonly portal?: string
  readonly password?: string
}

/** Opens the deletion request of a deployment that asks for the password, and gives it. */
export async function toReasonStep(
  page: Page,
  { portal = '', password = 'Welcome2Gatehouse' }: Where = {},
): Promise<void> {
  await page.goto(`${portal}/account/deletion-request`)
  await field(page, 'Password').fill(password)
  await control(page, 'Confirm').click()
  await page.getByRole('radio', { name: 'Privacy' }).waitFor()
}

/** Goes on to the last step without a reason. */
export async function toConfirmation(page: Page, where: Where = {}): Promise<void> {
  await toReasonStep(page, where)
  await control(page, 'Skip').click()
  await control(page, 'Delete').waitFor()
}
