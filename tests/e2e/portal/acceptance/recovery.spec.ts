import type { Page } from '@playwright/test'
import { expect } from '../../fixtures/expect.ts'
import { control, field } from '../../fixtures/page.ts'
import { ok, refused } from '../../fixtures/stubbed-api/answers.ts'
import { recovering, security as overview } from '../../fixtures/stubbed-api/defaults.ts'
import { logIn } from '../../fixtures/steps/logIn.ts'
import { test } from '../../fixtures/stubbed-portal/test.ts'

/* How a player gets in who has lost every second factor, and how that is stopped. */

const on = { EnableSecuritySection: true } as const
const address = '/account-safety/recover?link=SECRET'
const title = (page: Page) => page.getByRole('heading', { level: 1 })
const DueAt = '2026-05-11T18:30:00Z'

test('A player who has lost them all is led from the second step to a mail, without another log-in (AT-SEC-35)', async ({
  page,
  stubbedApi,
}) => {
  await stubbedApi.in('PROD', { ...on, StrongSignIn: 'optional' })
  const Step = {
    Handle: 'HANDLE',
    Ways: ['totp', 'recovery-code'],
    ExpiresAt: '2027-01-01T00:00:00Z',
    MayTrust: false,
    TrustDays: 0,
  }
  const required = { Property: '', ErrorMessage: 'ERROR_SECOND_FACTOR_REQUIRED', Step }
  stubbedApi.stub('POST log/log-in', { status: 400, body: { ErrorMessages: [required] } })
  await page.goto('/login')
  await logIn(page, 'PROD')
  await page.getByRole('link', { name: 'I have lost all of these' }).click()
  await expect(title(page)).toHaveText('Get back in without your second step')
  const opened = { Have: ['password'], DueAt: null, Email: 'p.....r@example.com', WaitDays: 7 }
  stubbedApi.stub('POST recovery/open', ok(opened))
  await control(page, 'Send me the link').click()
  await expect(page.getByText('Open our mail. We sent it to p.....r@example.com.')).toBeVisible()
  expect(stubbedApi.sent('POST recovery/open').at(-1)?.body).toEqual({ Handle: 'HANDLE' })
})

test('A player adds two proofs by the link of the mail, and reads when the account opens', async ({
  page,
  stubbedApi,
}) => {
  await stubbedApi.in('PROD', on)
  stubbedApi.stub('POST safety/read', ok(recovering))
  await page.goto(address)
  await expect(page).toHaveURL('/account-safety/recover')
  await expect(page.getByText('You have 0 of 2 proofs.')).toBeVisible()
  stubbedApi.stub('POST recovery/proof', [
    refused(['Number', 'ERROR_NUMBER_INVALID']),
    ok({ Have: ['mailbox'], DueAt: null }),
    ok({ Have: ['mailbox', 'password'], DueAt }),
  ])
  await field(page, 'Number in our mail').fill('123456')
  await control(page, 'Go on').click()
  await expect(field(page, 'Number in our mail')).toHaveError('This is not the number in the mail.')
  await control(page, 'Go on').click()
  await expect(page.getByText('You have 1 of 2 proofs.')).toBeVisible()
  await expect(field(page, 'Number in our mail')).toHaveCount(0)
  await field(page, 'Your password').fill('Sunny4Horses')
  await control(page, 'Go on').click()
  await expect(title(page)).toHaveText('Now you wait')
  await expect(title(page)).toBeFocused()
  await expect(page.getByText('On 11 May 2026')).toBeVisible()
  const body = { Link: 'SECRET', Number: '', Password: 'Sunny4Horses' }
  expect(stubbedApi.sent('POST recovery/proof').at(-1)?.body).toEqual(body)
})

test('A player whose wait is over chooses a new password, and logs in with it', async ({
  page,
  stubbedApi,
}) => {
  await stubbedApi.in('PROD', on)
  const finishing = { ...recovering, Kind: 'finish', NeedsNumber: false, NeedsPassword: true }
  stubbedApi.stub('POST safety/read', ok(finishing))
  stubbedApi.stub('POST safety/act', ok({ Outcome: 'done', Email: 'p.....r@example.com' }))
  await page.goto(address)
  await field(page, 'New password').fill('Owners8Password')
  await field(page, 'Confirm password').fill('Owners8Password')
  await control(page, 'Open my account').click()
  await expect(page).toBeOnPath('/login')
  await expect(page.getByText('Your account is open again. Log in and play.')).toBeVisible()
  const sent = { Link: 'SECRET', Act: 'finish', Number: '' }
  const Password = 'Owners8Password'
  expect(stubbedApi.sent('POST safety/act').at(-1)?.body).toEqual({
    ...sent,
    Password,
    Confirm: Password,
  })
})

test('A recovery is stopped by the link of a mail, and on Security', async ({
  page,
  stubbedApi,
}) => {
  await stubbedApi.in('PROD', on)
  const Recovery = { ...recovering.Recovery, DueAt }
  stubbedApi.stub('POST safety/read', ok({ ...recovering, Kind: 'cancel', Recovery }))
  stubbedApi.stub('POST safety/act', ok({ Outcome: 'done', Email: 'p.....r@example.com' }))
  await page.goto(address)
  await field(page, 'Number in our mail').fill('123456')
  await control(page, 'It was not me: stop this').click()
  await expect(title(page)).toHaveText('It is stopped')
  const body = { Link: 'SECRET', Act: 'cancel', Number: '123456', Password: '', Confirm: '' }
  expect(stubbedApi.sent('POST safety/act').at(-1)?.body).toEqual(body)

  stubbedApi.stub('GET security', ok({ ...overview, RecoveryAt: DueAt }))
  stubbedApi.stub('POST security/recovery/stop', ok({}))
  await page.goto('/login')
  await logIn(page, 'PROD')
  await expect(page).toBeOnPath('/account')
  await page.goto('/account/security')
  await expect(page.getByText('Somebody asked to get into this account')).toBeVisible()
  await control(page, 'It was not me: stop this').click()
  await expect(page.getByText('Somebody asked to get into this account')).toHaveCount(0)
})

test('A link of a recovery that is over leads to another one', async ({ page, stubbedApi }) => {
  await stubbedApi.in('PROD', on)
  stubbedApi.stub('POST safety/read', refused('ERROR_SAFETY_LINK_EXPIRED'))
  await page.goto(address)
  await control(page, 'Send me a new link').click()
  stubbedApi.stub('POST safety/ask', ok({}))
  await field(page, 'Username or email').fill('PlayerOne')
  await control(page, 'Send').click()
  await expect(page.getByText('If there is such an account, we have sent a mail.')).toBeVisible()
  const body = { UsernameOrEmail: 'PlayerOne', For: 'recover' }
  expect(stubbedApi.sent('POST safety/ask').at(-1)?.body).toEqual(body)
})
