import { portalOf } from '../fixtures/running-product/addresses.ts'
import { refused } from '../fixtures/stubbed-api/answers.ts'
import { distinctBy, standardAccountEnvironments } from '../fixtures/environments.ts'
import { expect } from '../fixtures/expect.ts'
import { logIn } from '../fixtures/steps/logIn.ts'
import { newPlayer } from '../fixtures/steps/newPlayer.ts'
import { control, field } from '../fixtures/page.ts'
import { covers, test } from '../fixtures/test.ts'
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

for (const environment of ['PROD', 'TWO-POINT-STUDIOS'] as const) {
  test(
    `AT-UPD-12 A changed password works at the next log-in · ${environment}`,
    covers('R-1.3-10', 'R-2.16-5'),
    async ({ page, mailbox }) => {
      const player = await newPlayer(page, environment, mailbox)
      const name = player.username
      const asksOld = environment === 'TWO-POINT-STUDIOS'
      await logIn(page, environment, { name, password: player.password })
      await page.getByRole('region', { name: 'Password' }).getByRole('link').click()
      await expect(field(page, 'New password')).toBeVisible()
      if (asksOld) {
        await field(page, 'Old password').fill('Wrong4Castle')
        await choose(page, password)
        await expect(field(page, 'Old password')).toHaveError('incorrect')
        await field(page, 'Old password').fill(player.password)
      }
      await choose(page, password)
      await expect(page).toBeOnPath('/account')
      // The session outlives the change.
      await page.reload()
      await expect(page.getByRole('heading', { name: 'My information' })).toBeVisible()

      await control(page, 'Logout').click()
      await expect(page).toBeOnPath('/')
      await page.goto(`${portalOf(environment)}/login`)
      await logIn(page, environment, { name, password: player.password })
      await expect(page.getByText('Your username or password is incorrect.')).toBeVisible()
      await page.goto(`${portalOf(environment)}/login`)
      await logIn(page, environment, { name, password })
      await expect(page).toBeOnPath('/account')
    },
  )
}

async function choose(page: Page, next: string): Promise<void> {
  await field(page, 'New password').fill(next)
  await field(page, 'Confirm password').fill(next)
  await control(page, 'Confirm').click()
}
