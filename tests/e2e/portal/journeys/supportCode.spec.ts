import { expect } from '../../fixtures/expect.ts'
import type { Page } from '@playwright/test'
import { control, field, rowControl, submit } from '../../fixtures/page.ts'
import { logIn } from '../../fixtures/steps/logIn.ts'
import { noted, ok, refused, status } from '../../fixtures/stubbed-api/answers.ts'
import { identification } from '../../fixtures/stubbed-api/defaults.ts'
import { test } from '../../fixtures/stubbed-portal/test.ts'

const note = 'a sealed note'
const code = 'K7M4-9QTX-2A'
const sentence = 'Give this code to our support. It tells them what went wrong, and nothing secret.'

/** A player mistypes a password, which needs no support, and then is at a loss. */
async function logInInVain(page: Page) {
  await page.goto('/login')
  await logIn(page, 'PROD', { password: 'Wrong1Password' })
  await expect(page.getByRole('alert')).toContainText('Your username or password is incorrect.')
  await expect(control(page, 'Get a support code')).toHaveCount(0)
  await submit(page).click()
}

test.beforeEach(async ({ stubbedApi }) => {
  await stubbedApi.in('PROD', { EnableSupportCode: true })
  stubbedApi.stub('POST log/identify', ok(identification))
  stubbedApi.stub('POST support/code', ok({ Code: code, ExpireAt: '2026-11-30T00:00:00.000Z' }))
})

test('A refusal offers a support code, which can be copied', async ({
  page,
  context,
  stubbedApi,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  stubbedApi.stub('POST log/log-in', noted(refused('ERROR_USERNAME_PASSWORD_INCORRECT')))
  await logInInVain(page)
  const offer = control(page, 'Get a support code')
  await expect(offer).toBeVisible()
  const tops = [submit(page), offer].map(async (part) => (await part.boundingBox())?.y ?? 0)
  const [button = 0, below = 0] = await Promise.all(tops)
  expect(below).toBeGreaterThan(button)
  await offer.click()
  await expect(page.getByRole('region', { name: 'Your support code' })).toBeFocused()
  await expect(page.getByText(code)).toBeVisible()
  await expect(page.getByText(sentence)).toBeVisible()
  expect(stubbedApi.sent('POST support/code').map(({ body }) => body)).toEqual([
    {
      Incident: note,
      Screen: '/login',
      Language: 'en',
      Read: 'Your username or password is incorrect.',
      CapsLock: false,
    },
  ])
  await control(page, 'Copy').click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code)
})

test('A refusal of a single button offers a support code, and a refused code none', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await stubbedApi.in('PROD', { EnableSupportCode: true, EnableSecuritySection: true })
  await signIn()
  stubbedApi.stub('POST security/devices/end', noted(refused('ERROR_UNAVAILABLE')))
  stubbedApi.stub('POST support/code', noted(refused('ERROR_TOO_MANY_ATTEMPTS')))
  await page.goto('/account/security')
  await rowControl(page, 'End session').first().click()
  await control(page, 'Get a support code').click()
  await expect(page.getByText('Too many attempts. Please try again later.')).toBeVisible()
  await expect(control(page, 'Get a support code')).toHaveCount(1)
  stubbedApi.stub('POST support/code', ok({ Code: code, ExpireAt: '2026-11-30T00:00:00.000Z' }))
  await control(page, 'Get a support code').click()
  await expect(page.getByText(code)).toBeVisible()
  expect(stubbedApi.sent('POST support/code').at(-1)?.body).toMatchObject({
    Incident: note,
    Screen: '/account/security',
    Read: expect.stringMatching(/\w/),
  })
})

test('A refusal of the code itself is said in its place', async ({ page, stubbedApi }) => {
  stubbedApi.stub('POST log/log-in', noted(refused('ERROR_USERNAME_PASSWORD_INCORRECT')))
  stubbedApi.stub('POST support/code', refused('ERROR_TOO_MANY_ATTEMPTS'))
  await logInInVain(page)
  await control(page, 'Get a support code').click()
  await expect(page.getByText('Too many attempts. Please try again later.')).toBeVisible()
  await expect(control(page, 'Get a support code')).toBeVisible()
})

test('An error page offers a code for the screen that failed', async ({ page, stubbedApi }) => {
  stubbedApi.stub('POST log/log-in', noted(status(500)))
  await page.goto('/login')
  await logIn(page, 'PROD')
  await expect(page).toBeOnPath('/errors/internal')
  await control(page, 'Get a support code').click()
  await expect(page.getByText(code)).toBeVisible()
  const [sent] = stubbedApi.sent('POST support/code')
  expect(sent?.body).toMatchObject({ Screen: '/login' })
})

test('A page of the server that leads here with its note offers a code', async ({
  page,
  stubbedApi,
}) => {
  const sealed = 'n'.repeat(700)
  await page.goto(`/errors/not-found#${sealed}`)
  await control(page, 'Get a support code').click()
  await expect(page.getByText(code)).toBeVisible()
  expect(stubbedApi.sent('POST support/code').map(({ body }) => body)).toEqual([
    {
      Incident: sealed,
      Screen: '/errors/not-found',
      Language: 'en',
      Read: expect.stringMatching(/\w/),
      CapsLock: false,
    },
  ])
})

test('What a field says needs no support', async ({ page, stubbedApi, signIn }) => {
  await signIn()
  const wrong = noted(refused(['Username', 'ERROR_USERNAME_PATTERN']))
  stubbedApi.stub('POST profile/user/42/update-username', wrong)
  await page.goto('/account/update-username')
  await field(page, 'New username').fill('a b')
  await control(page, 'Confirm').click()
  await expect(field(page, 'New username')).toHaveError('letters and numbers only')
  await control(page, 'Confirm').click()
  await expect(field(page, 'New username')).toHaveError('letters and numbers only')
  await expect(control(page, 'Get a support code')).toHaveCount(0)
})

test('Without the note there is no button', async ({ page, stubbedApi }) => {
  stubbedApi.stub('POST log/log-in', refused('ERROR_USERNAME_PASSWORD_INCORRECT'))
  await page.goto('/login')
  await logIn(page, 'PROD', { password: 'Wrong1Password' })
  await expect(page.getByText('Your username or password is incorrect.')).toBeVisible()
  await expect(control(page, 'Get a support code')).toHaveCount(0)
})
