import type { Page } from '@playwright/test'
import { firstByDay } from '../../fixtures/environments.ts'
import { holdBack, ok } from '../../fixtures/stubbed-api/answers.ts'
import { connectsWith } from '../../fixtures/stubbed-api/connectsWith.ts'
import { player } from '../../fixtures/stubbed-api/defaults.ts'
import { toConfirmation } from '../../fixtures/steps/deletion.ts'
import { expect } from '../../fixtures/expect.ts'
import { logIn } from '../../fixtures/steps/logIn.ts'
import { control, field } from '../../fixtures/page.ts'
import { answerSurvey, option } from '../../fixtures/steps/survey.ts'
import type { StubbedApi } from '../../fixtures/stubbed-api/stubbedApi.ts'
import { atNight, test } from '../../fixtures/stubbed-portal/test.ts'

// Each of them goes back over what was loaded.
test.use({ ownPage: true })

/* The button Back: nothing is sent again, nothing of a player who has left is seen again. */

test('T41 Back after a log-in sends nothing again · SANDBOX', async ({ page, stubbedApi }) => {
  await stubbedApi.in('SANDBOX')
  await page.goto('/')
  await page.goto('/login')
  await logIn(page, 'SANDBOX')
  await expect(page).toBeOnPath('/account')
  await page.goBack()
  await expect(page.getByText(player.Username).first()).toBeVisible()
  await expect(stubbedApi).toHaveSent('POST log/log-in', 1)
})

test('T41 Back after a log-in shows no step of it, while the account is on its way and after · PROD', async ({
  page,
  stubbedApi,
}) => {
  const held = holdBack()
  await stubbedApi.in('PROD')
  stubbedApi.stub('GET profile/user/42', () => held.of(ok(player)))
  await page.goto('/')
  await page.goto('/login?prompt=login')
  await logIn(page, 'PROD')
  await expect.poll(() => stubbedApi.sent('GET profile/user/42').length).toBe(1)
  await page.goBack()
  await expect(page).toBeOnPath('/account')
  await expect(page.locator('input[type=password]')).toHaveCount(0)
  await expect(field(page, 'Username or email')).toHaveCount(0)
  held.release()
  await expect(page.getByRole('heading', { level: 1, name: 'My information' })).toBeVisible()
  await page.goBack()
  await expect(page.getByText(player.Username).first()).toBeVisible()
  await expect(page.locator('input[type=password]')).toHaveCount(0)
  await expect(stubbedApi).toHaveSent('POST log/log-in', 1)
})

test('T41 Back after a log-out shows no player · SANDBOX', async ({ page, stubbedApi, signIn }) => {
  await stubbedApi.in('SANDBOX')
  await signIn()
  await page.goto('/account')
  await control(page, 'Newsletter').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Newsletter' })).toBeVisible()
  await control(page, 'Logout').click()
  await expect(page).toBeOnPath('/')
  for (const _ of [1, 2]) {
    await page.goBack()
    await expectNoPlayer(page, stubbedApi)
  }
  await expect(stubbedApi).toHaveSent('POST log/user/42/log-out', 1)
})

test('T41 Back after a deletion shows no player, and deletes nothing again · PROD', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await stubbedApi.in('PROD')
  await signIn()
  await page.goto('/account')
  await toConfirmation(page)
  await control(page, 'Delete').click()
  await expect(page).toBeOnPath('/deletion/confirm')
  await page.goBack()
  await expectNoPlayer(page, stubbedApi)
  await expect(stubbedApi).toHaveSent('POST deletion/user/42', 1)
})

for (const [path, call, end] of firstByDay([
  ['/confirm-email?uid=U-1', 'POST email/confirm', '/login'],
  ['/steam/unlink', 'POST steam/unlink', '/account/link-account'],
] as const)) {
  test(`T41 Back to ${path} that has done its work does not do it again · PROD`, async ({
    page,
    stubbedApi,
    signIn,
  }) => {
    await stubbedApi.in('PROD')
    stubbedApi.stub('GET profile/connects', connectsWith({ steam: {} }))
    if (path.startsWith('/steam')) await signIn()
    await page.goto('/errors/not-found')
    await page.goto(path)
    const button = control(page, 'Confirm')
    await expect
      .poll(async () => (await button.isVisible()) || new URL(page.url()).pathname === end)
      .toBe(true)
    if (await button.isVisible()) await button.click()
    await expect(page).toBeOnPath(end)
    await expect(stubbedApi).toHaveSent(call, 1)
    await page.goBack()
    await expect(page).toBeOnPath('/errors/not-found')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await stubbedApi.settled(page)
    await expect(stubbedApi).toHaveSent(call, 1)
  })
}

test('T41 Back within a deletion goes one step back, with what was chosen · PROD', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await stubbedApi.in('PROD')
  await signIn()
  await page.goto('/account')
  await page.goto('/account/deletion-request')
  await field(page, 'Password').fill('Welcome2Gatehouse')
  await control(page, 'Confirm').click()
  await page.getByRole('radio', { name: 'Privacy' }).check()
  await control(page, 'Confirm').click()
  await expect(control(page, 'Delete')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('radio', { name: 'Privacy' })).toBeChecked()
  await page.goBack()
  await expect(field(page, 'Password')).toBeVisible()
  await expect(page).toBeOnPath('/account/deletion-request')
  await expect(stubbedApi).toHaveSent('POST deletion/user/42', 0)
})

test(
  'T41 Back after a survey sends it no second time, and answers are kept before · PROD',
  atNight(),
  async ({ page, stubbedApi, signIn }) => {
    await stubbedApi.in('PROD')
    await signIn()
    stubbedApi.stub('POST survey/qualification', ok())
    await page.goto('/account')
    await answerSurvey(page)
    await page.goBack()
    await expect(page).toBeOnPath('/account')
    await page.goForward()
    await expect(option(page, 'How old', 'Over 34')).toBeChecked()
    await control(page, 'Send').click()
    await expect(page).toBeOnPath('/survey/qualification/confirm')
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await stubbedApi.settled(page)
    await expect(stubbedApi).toHaveSent('POST survey/qualification', 1)
  },
)

async function expectNoPlayer(page: Page, stubbedApi: StubbedApi): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await stubbedApi.settled(page)
  await expect(page.getByText(player.Username, { exact: true })).toHaveCount(0)
  await expect(page.getByText(player.Email)).toHaveCount(0)
}
