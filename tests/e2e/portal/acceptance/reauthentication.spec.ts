import { ok, refused, status } from '../../fixtures/stubbed-api/answers.ts'
import { expect } from '../../fixtures/expect.ts'
import { control, field } from '../../fixtures/page.ts'
import type { StubbedApi } from '../../fixtures/stubbed-api/stubbedApi.ts'
import { test } from '../../fixtures/stubbed-portal/test.ts'
import type { Page } from '@playwright/test'

/* Calls that the server takes only from a player who has just proven to be one. */

const update = 'POST profile/user/42/update-email'
const prove = 'POST password/validate/user/42'
const required = refused('ERROR_REAUTHENTICATION_REQUIRED')

test('The password is asked for in a dialog, then the call is repeated', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  stubbedApi.stub(update, [required, ok()])
  stubbedApi.stub(prove, [refused(['Password', 'ERROR_USERNAME_PASSWORD_INCORRECT']), ok()])
  await stubbedApi.in('PROD')
  await signIn()
  await askForDialog(page)
  const dialog = page.getByRole('dialog')
  const password = field(dialog, 'Password')
  await expect(password).toBeFocused()
  // The page behind is out of reach.
  for (let stops = 0; stops < 8; stops += 1) {
    await page.keyboard.press('Tab')
    const isInside = await page.evaluate(() => {
      const { activeElement: element } = document
      return element === document.body || element?.closest('dialog') !== null
    })
    expect(isInside).toBe(true)
  }
  await password.fill('Wrong1Password')
  await control(dialog, 'Confirm').click()
  await expect(password).toHaveError('Your username or password is incorrect.')
  await password.fill('Welcome2Gatehouse')
  await password.press('Enter')
  await expect(page.getByText('Check your mailbox for your confirmation link')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  expect(stubbedApi.sent(prove).map(({ body }) => body)).toEqual([
    { Password: 'Wrong1Password' },
    { Password: 'Welcome2Gatehouse' },
  ])
  expect(stubbedApi.sent(update)).toHaveLength(2)
})

for (const way of ['Cancel', 'Escape'] as const) {
  test(`${way} keeps the form as it was typed`, async ({ page, stubbedApi, signIn }) => {
    stubbedApi.stub(update, required)
    await stubbedApi.in('PROD')
    await signIn()
    await askForDialog(page)
    const dialog = page.getByRole('dialog')
    await (way === 'Cancel' ? control(dialog, 'Cancel').click() : page.keyboard.press('Escape'))
    await expect(dialog).toHaveCount(0)
    await expect(field(page, 'New email')).toHaveValue('new@example.com')
    await expect(field(page, 'Confirm email')).toHaveValue('new@example.com')
    await expect(control(page, 'Confirm')).toBeFocused()
    await expect(page.getByRole('alert')).toHaveCount(0)
    expect(stubbedApi.sent(prove)).toEqual([])
    await control(page, 'Confirm').click()
    await expect(dialog).toBeVisible()
  })
}

test('A check that fails altogether leads to the error page and keeps what was typed', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  stubbedApi.stub(update, required)
  stubbedApi.stub(prove, status(500))
  await stubbedApi.in('PROD')
  await signIn()
  await askForDialog(page)
  await field(page.getByRole('dialog'), 'Password').fill('Welcome2Gatehouse')
  await control(page.getByRole('dialog'), 'Confirm').click()
  await expect(page).toBeOnPath('/errors/internal')
  await control(page, 'Go back').click()
  await expect(field(page, 'New email')).toHaveValue('new@example.com')
})

test('The password reset asks in the same way', async ({ page, stubbedApi, signIn }) => {
  await proveOnce(stubbedApi)
  await signIn()
  await page.goto('/account/reset-password')
  await field(page, 'New password').fill('Kites4Castle')
  await field(page, 'Confirm password').fill('Kites4Castle')
  await control(page, 'Confirm').click()
  await field(page.getByRole('dialog'), 'Password').fill('Welcome2Gatehouse')
  await control(page.getByRole('dialog'), 'Confirm').click()
  await expect(page).toBeOnPath('/account')
  expect(stubbedApi.sent('POST password/password-reset')).toHaveLength(2)
})

test('Where the server asks, a new username waits for the password', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  const rename = 'POST profile/user/42/update-username'
  stubbedApi.stub(rename, [required, ok()])
  await stubbedApi.in('PROD')
  await signIn()
  await page.goto('/account/update-username')
  await field(page, 'New username').fill('Renamed')
  await control(page, 'Confirm').click()
  await field(page.getByRole('dialog'), 'Password').fill('Welcome2Gatehouse')
  await control(page.getByRole('dialog'), 'Confirm').click()
  await expect(page).toBeOnPath('/account')
  expect(stubbedApi.sent(rename)).toHaveLength(2)
})

for (const way of ['Confirm', 'Cancel'] as const) {
  test(`Where the server asks, an unlinking waits for the password · ${way}`, async ({
    page,
    stubbedApi,
    signIn,
  }) => {
    const unlink = 'POST twitch/unlink'
    stubbedApi.stub(unlink, [required, ok()])
    await stubbedApi.in('PROD')
    await signIn()
    await page.goto('/twitch/unlink')
    const dialog = page.getByRole('dialog')
    await field(dialog, 'Password').fill('Welcome2Gatehouse')
    await control(dialog, way).click()
    await expect(page).toBeOnPath('/account/link-account')
    expect(stubbedApi.sent(unlink)).toHaveLength(way === 'Confirm' ? 2 : 1)
  })
}

async function proveOnce(stubbedApi: StubbedApi): Promise<void> {
  stubbedApi.stub('POST password/password-reset', [required, ok()])
  await stubbedApi.in('PROD')
}

async function askForDialog(page: Page): Promise<void> {
  await page.goto('/account/update-email')
  await field(page, 'New email').fill('new@example.com')
  await field(page, 'Confirm email').fill('new@example.com')
  await control(page, 'Confirm').click()
  await expect(page.getByRole('dialog')).toBeVisible()
}
