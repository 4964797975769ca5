import { ok, refused } from '../../fixtures/stubbed-api/answers.ts'
import { distinctBy, firstByDay, ownLoginEnvironments } from '../../fixtures/environments.ts'
import { expect } from '../../fixtures/expect.ts'
import { control, field } from '../../fixtures/page.ts'
import { covers, test } from '../../fixtures/stubbed-portal/test.ts'
import { requestsFromNowOn } from '../../fixtures/traffic.ts'
import type { Page } from '@playwright/test'

const ask = 'POST password/password-recovery'
const validate = 'POST password/password-recovery-validation'
const password = 'Kites4Castle'

for (const environment of firstByDay(
  distinctBy(
    ({ passwordRecovery, passwordHint }) => [passwordRecovery, passwordHint],
    ownLoginEnvironments,
  ),
)) {
  test(
    `AT-PWD-01 A visitor can ask for a reset · ${environment}`,
    covers('R-2.1-20', 'R-2.1-21', 'R-2.10-1', 'R-2.10-2', 'R-2.10-3', 'R-2.10-4', 'R-7.8-1'),
    async ({ page, stubbedApi }) => {
      await stubbedApi.in(environment)
      await page.goto('/login')
      await control(page, 'Lost your password?').click()
      await expect(page).toBeOnPath('/password-recovery')
      await field(page, 'Email').fill('player@example.com')
      await control(page, 'Send').click()
      await expect(page).toBeOnPath('/password-recovery/sent')
      await expect(
        page.getByText('An email has been sent with the instruction to reset your password.'),
      ).toBeVisible()
      expect(stubbedApi.sent(ask).map(({ body }) => body)).toEqual([
        { email: 'player@example.com' },
      ])
    },
  )

  test(
    `AT-PWD-03 AT-PWD-04 The reset form shows each error where it belongs and takes a good password · ${environment}`,
    covers(
      'R-2.1-22',
      'R-2.1-23',
      'R-2.10-6',
      'R-2.10-7',
      'R-2.10-8',
      'R-2.10-9',
      'R-7.8-2',
      'R-5.9-1',
      'R-5.9-2',
      'R-5.9-3',
      'R-8.4-4',
      'R-8.4-16',
      'R-8.4-20',
    ),
    async ({ page, stubbedApi }) => {
      await stubbedApi.in(environment)
      stubbedApi.stub(validate, [
        refused(
          ['ConfirmPassword', 'ERROR_CONFIRM_PASSWORD_INVALID'],
          ['', 'ERROR_PASSWORD_RECOVERY_EXPIRED'],
          ['Password', 'ERROR_PASSWORD_LENGTH'],
        ),
        ok(),
      ])
      await page.goto('/password-recovery/reset?token=T%2B1')
      await test.step('AT-PWD-04 errors sorted by Property', async () => {
        await choose(page)
        await expect(page.getByRole('alert')).toHaveText('Your link has expired.')
        await expect(field(page, 'New password')).toHaveError('8 to 50')
        await expect(field(page, 'Confirm password')).toHaveError('match')
        await expect(page).toBeOnPath('/password-recovery/reset')
      })
      await test.step('AT-PWD-03 a good password', async () => {
        await choose(page)
        await expect(page).toBeOnPath('/login')
        const body = { Token: 'T+1', Password: password, Confirm: password }
        expect(stubbedApi.sent(validate).map((call) => call.body)).toEqual([body, body])
      })
    },
  )

  test(
    `AT-PWD-05 An invalid link says so · ${environment}`,
    covers('R-8.4-3'),
    async ({ page, stubbedApi }) => {
      await stubbedApi.in(environment)
      stubbedApi.stub(validate, refused('ERROR_PASSWORD_RECOVERY_NOTEXISTS'))
      await page.goto('/password-recovery/reset?token=T')
      await choose(page)
      await expect(page.getByText('Your link is invalid')).toBeVisible()
    },
  )
}

test(
  'The password rule of the environment holds at the reset too · TWO-POINT-STUDIOS',
  covers('R-5.2-7', 'R-5.2-1'),
  async ({ page, stubbedApi }) => {
    await stubbedApi.in('TWO-POINT-STUDIOS')
    await page.goto('/password-recovery/reset?token=T')
    await field(page, 'New password').fill('alllowercase1')
    await expect(field(page, 'New password')).toHaveError('between 8 and 16 characters')
    await control(page, 'Confirm').click()
    await expect(field(page, 'New password')).toBeFocused()
    expect(stubbedApi.sent(validate)).toEqual([])
    await choose(page)
    await expect(page).toBeOnPath('/login')
  },
)

test(
  'The token leaves the address before anything is asked for · PROD',
  covers('R-2.10-6'),
  async ({ page, stubbedApi }) => {
    const secret = 'SECRET-TOKEN'
    const requests = requestsFromNowOn(page)
    await stubbedApi.in('PROD')
    await page.goto(`/password-recovery/reset?token=${secret}`)
    await expect(field(page, 'New password')).toBeVisible()
    expect(new URL(page.url()).search).toBe('')
    // Its entry of the history keeps it for a reload.
    const kept = await page.evaluate(() =>
      JSON.stringify([location.href, document.cookie, { ...localStorage }, { ...sessionStorage }]),
    )
    expect(kept).not.toContain(secret)
    const ofThePage = requests.filter((request) => !request.isNavigationRequest())
    const sent = ofThePage.flatMap((request) => [
      request.url(),
      request.headers()['referer'],
      request.postData(),
    ])
    expect(sent.filter((text) => text?.includes(secret))).toEqual([])
  },
)

test(
  'A player who is logged in here and resets the password logs in again · PROD',
  covers('R-2.10-9', 'R-4.1-4'),
  async ({ page, stubbedApi, signIn }) => {
    await stubbedApi.in('PROD')
    await signIn()
    await page.goto('/password-recovery/reset?token=T')
    await expect(field(page, 'New password')).toBeVisible()
    // The password ends every session, this one too.
    stubbedApi.stub('GET profile/**', { status: 401, body: {} })
    stubbedApi.stub('GET token/refresh', refused('ERROR_TOKEN_INVALID_REFRESH'))
    stubbedApi.stub(validate, ok())
    await choose(page)
    await expect(page).toBeOnPath('/login')
    await expect(field(page, 'Username or email')).toBeVisible()
  },
)

test('A mail that was asked for elsewhere names the account to password managers, once the player types', async ({
  page,
  stubbedApi,
}) => {
  const read = 'POST password/password-recovery-account'
  await stubbedApi.in('PROD', { EnableSecuritySection: true })
  stubbedApi.stub(read, ok({ Username: 'PlayerOne' }))
  await page.goto('/password-recovery/reset?token=T')
  await expect(field(page, 'New password')).toBeVisible()
  await stubbedApi.settled(page)
  expect(stubbedApi.sent(read)).toEqual([])
  await field(page, 'New password').fill(password)
  await expect(page.locator('form input[autocomplete=username]')).toHaveValue('PlayerOne')
  await field(page, 'Confirm password').fill(password)
  await control(page, 'Confirm').click()
  await expect(page).toBeOnPath('/login')
  await expect(field(page, 'Username or email')).toHaveValue('PlayerOne')
  expect(stubbedApi.sent(read).map(({ body }) => body)).toEqual([{ Token: 'T' }])
})

async function choose(page: Page): Promise<void> {
  await field(page, 'New password').fill(password)
  await field(page, 'Confirm password').fill(password)
  await control(page, 'Confirm').click()
}
