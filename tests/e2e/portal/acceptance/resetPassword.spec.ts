import { refused } from '../../fixtures/stubbed-api/answers.ts'
import { distinctBy, standardAccountEnvironments } from '../../fixtures/environments.ts'
import { expect } from '../../fixtures/expect.ts'
import { control, field } from '../../fixtures/page.ts'
import { covers, test } from '../../fixtures/stubbed-portal/test.ts'
import type { Page } from '@playwright/test'

const reset = 'POST password/password-reset'
const password = 'Kites4Castle'

for (const environment of distinctBy(
  ({ oldPassword, passwordHint }) => [oldPassword, passwordHint],
  standardAccountEnvironments,
)) {
  test(
    `AT-UPD-10 A player can change the password · ${environment}`,
    covers('R-2.16-2', 'R-2.16-3', 'R-2.16-4', 'R-2.16-5', 'R-7.8-4', 'R-2.1-56'),
    async ({ page, stubbedApi, signIn }) => {
      await stubbedApi.in(environment)
      await signIn()
      await page.goto('/account/reset-password')
      await expect(field(page, 'New password')).toBeVisible()
      await expect(field(page, 'Old password')).toHaveCount(0)
      await choose(page, password)
      await expect(page).toBeOnPath('/account')
      expect(stubbedApi.sent(reset).map(({ body }) => body)).toEqual([
        { Password: password, ConfirmPassword: password },
      ])
    },
  )
}

test(
  'AT-UPD-11 The old password is asked for, and each error stands where it belongs · TWO-POINT-STUDIOS',
  covers('R-2.16-1', 'R-5.9-1', 'R-5.9-2', 'R-5.9-3', 'R-5.9-4', 'R-7.8-4', 'R-8.4-53'),
  async ({ page, stubbedApi, signIn }) => {
    await stubbedApi.in('TWO-POINT-STUDIOS')
    stubbedApi.stub(
      reset,
      refused(
        ['', 'ERROR_SEGA_RESET_PASSWORD'],
        ['OldPassword', 'ERROR_USERNAME_PASSWORD_INCORRECT'],
        ['Password', 'ERROR_PASSWORD_LENGTH'],
        ['ConfirmPassword', 'ERROR_CONFIRM_PASSWORD_INVALID'],
      ),
    )
    await signIn()
    await page.goto('/account/reset-password')
    await field(page, 'Old password').fill('Welcome2Gate')
    await choose(page, 'Abcdefg1')
    await expect(page.getByRole('alert')).toHaveText('Could not reset password.')
    await expect(field(page, 'Old password')).toHaveError('Your username or password is incorrect.')
    await expect(field(page, 'New password')).toHaveError('8 to 50')
    await expect(field(page, 'Confirm password')).toHaveError('match')
    expect(stubbedApi.sent(reset)[0]?.body).toEqual({
      OldPassword: 'Welcome2Gate',
      Password: 'Abcdefg1',
      ConfirmPassword: 'Abcdefg1',
    })
  },
)

async function choose(page: Page, next: string): Promise<void> {
  await field(page, 'New password').fill(next)
  await field(page, 'Confirm password').fill(next)
  await control(page, 'Confirm').click()
}
