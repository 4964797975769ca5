import type { Page } from '@playwright/test'
import { ok } from '../bench/answers.ts'
import { connectsWith } from '../bench/connectsWith.ts'
import { player } from '../bench/defaults.ts'
import { toConfirmation } from '../bench/deletion.ts'
import { expect } from '../bench/expect.ts'
import { logIn } from '../bench/logIn.ts'
import { control, field } from '../bench/page.ts'
import { answerSurvey, option } from '../bench/survey.ts'
import { test } from '../bench/test.ts'

/* The button Back: nothing is sent again, nothing of a player who has left is seen again. */

test('T41 Back after a log-in sends nothing again · SANDBOX', async ({ page, s0 }) => {
  await s0.in('SANDBOX')
  await page.goto('/')
  await page.goto('/login')
  await logIn(page, 'SANDBOX')
  await expect(page).toBeOnPath('/account')
  await page.goBack()
  await expect(page.getByText(player.Username).first()).toBeVisible()
  await expect(s0).toHaveSent('POST log/log-in', 1)
})

test('T41 Back after a log-out shows nobody · SANDBOX', async ({ page, s0, signIn }) => {
  await s0.in('SANDBOX')
  await signIn()
  await page.goto('/account')
  await control(page, 'Newsletter').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Newsletter' })).toBeVisible()
  await control(page, 'Logout').click()
  await expect(page).toBeOnPath('/')
  for (const _ of [1, 2]) {
    await page.goBack()
    await expectNobody(page)
  }
  await expect(s0).toHaveSent('POST log/user/42/log-out', 1)
})

test('T41 Back after a deletion shows nobody, and deletes nothing again · PROD', async ({
  page,
  s0,
  signIn,
}) => {
  await s0.in('PROD')
  await signIn()
  await page.goto('/account')
  await toConfirmation(page)
  await control(page, 'Delete').click()
  await expect(page).toBeOnPath('/deletion/confirm')
  await page.goBack()
  await expectNobody(page)
  await expect(s0).toHaveSent('POST deletion/user/42', 1)
})

for (const [path, call, end] of [
  ['/confirm-email?uid=U-1', 'POST email/confirm', '/login'],
  ['/steam/unlink', 'POST steam/unlink', '/account/link-account'],
] as const) {
  test(`T41 Back to ${path} that has done its work does not do it again · PROD`, async ({
    page,
    s0,
    signIn,
  }) => {
    await s0.in('PROD')
    s0.stub('GET profile/connects', connectsWith({ steam: {} }))
    if (path.startsWith('/steam')) await signIn()
    await page.goto('/errors/not-found')
    await page.goto(path)
    const button = control(page, 'Confirm')
    await expect
      .poll(async () => (await button.isVisible()) || new URL(page.url()).pathname === end)
      .toBe(true)
    if (await button.isVisible()) await button.click()
    await expect(page).toBeOnPath(end)
    await expect(s0).toHaveSent(call, 1)
    await page.goBack()
    await page.waitForLoadState('networkidle')
    await expect(s0).toHaveSent(call, 1)
  })
}

test('T41 Back within a deletion goes one step back, with what was chosen · PROD', async ({
  page,
  s0,
  signIn,
}) => {
  await s0.in('PROD')
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
  await expect(s0).toHaveSent('POST deletion/user/42', 0)
})

test('T41 Back after a survey sends it no second time, and answers are kept before · PROD', async ({
  page,
  s0,
  signIn,
}) => {
  await s0.in('PROD')
  await signIn()
  s0.stub('POST survey/qualification', ok())
  await page.goto('/account')
  await answerSurvey(page)
  await page.goBack()
  await expect(page).toBeOnPath('/account')
  await page.goForward()
  await expect(option(page, 'How old', 'Over 34')).toBeChecked()
  await control(page, 'Send').click()
  await expect(page).toBeOnPath('/survey/qualification/confirm')
  await page.goBack()
  await page.waitForLoadState('networkidle')
  await expect(s0).toHaveSent('POST survey/qualification', 1)
})

async function expectNobody(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await expect(page.getByText(player.Username, { exact: true })).toHaveCount(0)
  await expect(page.getByText(player.Email)).toHaveCount(0)
}
