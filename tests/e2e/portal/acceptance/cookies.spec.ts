import type { Page } from '@playwright/test'
import { ok, refused } from '../../fixtures/stubbed-api/answers.ts'
import { consentOf, consentValues, forgetConsent } from '../../fixtures/consent.ts'
import { player } from '../../fixtures/stubbed-api/defaults.ts'
import { expect } from '../../fixtures/expect.ts'
import { logIn } from '../../fixtures/steps/logIn.ts'
import { control } from '../../fixtures/page.ts'
import { covers, test } from '../../fixtures/stubbed-portal/test.ts'

const answers = ['More settings', 'Reject all', 'Accept all']
const unseen = ok({ ...player, IsCookiePopupSeen: false })

for (const environment of ['PROD', 'RELIC', 'TWO-POINT-STUDIOS'] as const) {
  test(
    `AT-COOK-01 The banner stands on the first visit · ${environment}`,
    covers('R-2.19-5 … R-2.19-8', 'R-4.6-1', 'R-4.6-2', 'R-4.6-3'),
    async ({ page, stubbedApi, context }) => {
      await stubbedApi.in(environment)
      await page.goto('/')
      for (const name of answers) await expect(control(page, name)).toBeVisible()
      expect(await consentOf(context)).toEqual({})
    },
  )
}

test('Refusing weighs as much as accepting · PROD', async ({ page, stubbedApi }) => {
  await stubbedApi.in('PROD')
  await page.goto('/')
  const [reject, accept] = [control(page, 'Reject all'), control(page, 'Accept all')]
  const look = (name: string) =>
    control(page, name).evaluate((button) => {
      const { color, fontSize, fontWeight } = getComputedStyle(button)
      const { backgroundColor } = getComputedStyle(button, '::after')
      return { color, fontSize, fontWeight, backgroundColor }
    })
  await expect(reject).toBeVisible()
  const [one, other] = [await reject.boundingBox(), await accept.boundingBox()]
  expect(one?.height).toBe(other?.height)
  expect(Math.abs((one?.width ?? 0) - (other?.width ?? 0))).toBeLessThan(1)
  expect(await look('Reject all')).toEqual(await look('Accept all'))
  await reject.focus()
  await page.keyboard.press('Tab')
  await expect(accept).toBeFocused()
})

test('The banner is not on the form’s button on a phone · PROD', async ({ page, stubbedApi }) => {
  await stubbedApi.in('PROD')
  await page.goto('/login')
  for (const [width, height] of [
    [390, 844],
    [360, 640],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect(control(page, 'Accept all')).toBeVisible()
    await control(page, 'Next').scrollIntoViewIfNeeded()
    // Playwright refuses to click what something else covers.
    await control(page, 'Next').click({ trial: true })
    await page.getByLabel('Username or email').click({ trial: true })
  }
})

test(
  'AT-COOK-02 Accept all keeps the consent for a year · PROD',
  covers('R-4.6-1', 'R-9.1-3', 'R-3.15-2', 'R-3.15-3', 'R-3.15-4'),
  async ({ page, stubbedApi, context }) => {
    await stubbedApi.in('PROD')
    await page.goto('/')
    await control(page, 'Accept all').click()
    await expect(control(page, 'Accept all')).toHaveCount(0)
    await expect
      .poll(() => consentValues(context))
      .toEqual({ analytics: '1', marketing: '1', given: '1' })
    for (const { expires, sameSite } of Object.values(await consentOf(context))) {
      expect(Math.abs((expires - Date.now() / 1000) / 86_400 - 365)).toBeLessThan(1)
      expect(sameSite).toBe('Lax')
    }
    await page.reload()
    await expect(control(page, 'Log in')).toBeVisible()
    await expect(control(page, 'Accept all')).toHaveCount(0)
  },
)

test(
  'AT-COOK-03 Reject all keeps the refusal · PROD',
  covers('R-4.6-2', 'R-3.15-2', 'R-3.15-3'),
  async ({ page, stubbedApi, context }) => {
    await stubbedApi.in('PROD')
    await page.goto('/')
    await control(page, 'Reject all').click()
    await expect(control(page, 'Reject all')).toHaveCount(0)
    await expect
      .poll(() => consentValues(context))
      .toEqual({ analytics: '0', marketing: '0', given: '1' })
    await page.reload()
    await expect(control(page, 'Log in')).toBeVisible()
    await expect(control(page, 'Reject all')).toHaveCount(0)
  },
)

test(
  'AT-COOK-03 The settings keep each choice · PROD',
  covers('R-4.6-3', 'R-2.19-9', 'R-2.19-10', 'R-3.4-3', 'R-9.1-20'),
  async ({ page, stubbedApi, context }) => {
    await stubbedApi.in('PROD')
    await page.goto('/')
    await control(page, 'More settings').click()
    const dialog = page.getByRole('dialog')
    await expect(cookie(dialog, 'Marketing cookies')).not.toBeChecked()
    await expect(dialog.getByText('Functional cookies', { exact: true })).toBeVisible()
    await expect(cookie(dialog, 'Functional cookies')).toHaveCount(0)
    await cookie(dialog, 'Analytical cookies').click()
    await control(dialog, 'Confirm your settings').click()
    await expect(dialog).toHaveCount(0)
    await expect(control(page, 'Accept all')).toHaveCount(0)
    await expect
      .poll(() => consentValues(context))
      .toEqual({ analytics: '1', marketing: '0', given: '1' })
    await control(page, 'Cookie settings').click()
    await expect(cookie(dialog, 'Analytical cookies')).toBeChecked()
  },
)

test('The dialog keeps the focus and gives it back · PROD', async ({
  page,
  stubbedApi,
  context,
}) => {
  await stubbedApi.in('PROD')
  await page.goto('/')
  await control(page, 'More settings').click()
  const dialog = page.getByRole('dialog', { name: 'Cookie settings' })
  await expect(cookie(dialog, 'Analytical cookies')).toBeVisible()
  for (let presses = 0; presses < 8; presses += 1) {
    await page.keyboard.press('Tab')
    const isInPage = await page.evaluate(
      () => document.activeElement?.closest('dialog') === null && document.hasFocus(),
    )
    const isBody = await page.evaluate(() => document.activeElement === document.body)
    expect(isInPage && !isBody).toBe(false)
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(control(page, 'More settings')).toBeFocused()
  expect(await consentOf(context)).toEqual({})
})

for (const [name, IsAllReject] of [
  ['Accept all', false],
  ['Reject all', true],
] as const) {
  test(
    `AT-COOK-04 A player’s choice is sent to the API: ${name} · PROD`,
    covers('R-7.2-2', 'R-7.2-3', 'R-7.2-5', 'R-7.2-6', 'R-3.1-10'),
    async ({ page, stubbedApi, signIn, context }) => {
      await stubbedApi.in('PROD')
      stubbedApi.stub('GET profile/user/42', unseen)
      await signIn()
      await forgetConsent(context)
      await page.goto('/account')
      await control(page, name).click()
      await expect(stubbedApi).toHaveSent('POST profile/user/42/see-cookie-popup', 1)
      const [sent] = stubbedApi.sent('POST cookie/user/42/accept-all')
      expect(sent?.body).toEqual({ IsAllReject })
      await expect(control(page, name)).toHaveCount(0)
    },
  )
}

test(
  'AT-COOK-05 A player who chose elsewhere sees no banner · PROD',
  covers('R-2.19-5', 'R-3.1-10'),
  async ({ page, stubbedApi, signIn, context }) => {
    await stubbedApi.in('PROD')
    await signIn()
    await forgetConsent(context)
    await page.goto('/account')
    await expect(stubbedApi).toHaveSent('GET cookie/user/42', 1)
    await expect(control(page, 'Accept all')).toHaveCount(0)
    // Repeated, not given: it ends with the session.
    await expect.poll(() => consentValues(context)).toEqual({ analytics: '0', marketing: '0' })
    await control(page, 'Logout').click()
    await expect(control(page, 'Accept all')).toBeVisible()
    await expect.poll(() => consentOf(context)).toEqual({})
  },
)

test(
  'A choice before the log-in goes to an account without one · PROD',
  covers('R-7.2-4', 'R-7.2-6'),
  async ({ page, stubbedApi, context }) => {
    await stubbedApi.in('PROD')
    stubbedApi.stub('GET profile/user/42', unseen)
    await page.goto('/login')
    await control(page, 'Accept all').click()
    await logIn(page, 'PROD')
    await expect(stubbedApi).toHaveSent('POST profile/user/42/see-cookie-popup', 1)
    expect(stubbedApi.sent('POST cookie/user/42/set-cookie').map(({ body }) => body)).toEqual([
      { Id_Cookie: 2, IsAccepted: true },
      { Id_Cookie: 3, IsAccepted: true },
    ])
    await expect
      .poll(() => consentValues(context))
      .toEqual({ analytics: '1', marketing: '1', given: '1' })
  },
)

test(
  'AT-GEN-12 AT-COOK-07 The page of cookies explains each kind, and a switch that is refused says why · PROD',
  covers(
    'R-2.1-34',
    'R-2.12-10',
    'R-2.19-1',
    'R-2.19-2',
    'R-2.19-3',
    'R-2.19-4',
    'R-7.2-4',
    'R-3.4-1',
    'R-3.4-7',
  ),
  async ({ page, stubbedApi, signIn, context }) => {
    await stubbedApi.in('PROD')
    await signIn()
    await page.goto('/account')
    await control(page, 'Cookies').click()
    await test.step('AT-GEN-12 the page', async () => {
      await expect(page).toBeOnPath('/account/cookies')
      for (const name of ['Analytical cookies', 'Marketing cookies', 'Functional cookies']) {
        await expect(page.getByText(name, { exact: true })).toBeVisible()
        await expect(page.getByText(`What ${name} are for.`)).toBeVisible()
      }
      await expect(cookie(page, 'Analytical cookies')).toBeVisible()
      await expect(cookie(page, 'Marketing cookies')).toBeVisible()
      await expect(page.getByRole('switch')).toHaveCount(2)
    })
    await test.step('AT-COOK-07 a switch', async () => {
      await cookie(page, 'Marketing cookies').click()
      await expect(cookie(page, 'Marketing cookies')).toBeChecked()
      expect(stubbedApi.sent('POST cookie/user/42/set-cookie').map(({ body }) => body)).toEqual([
        { Id_Cookie: 3, IsAccepted: true },
      ])
      await expect
        .poll(() => consentValues(context))
        .toMatchObject({ analytics: '0', marketing: '1' })
    })
    await test.step('a refused switch stays as it was', async () => {
      stubbedApi.stub('POST cookie/user/42/set-cookie', refused('ERROR_NOT_ALLOWED'))
      await cookie(page, 'Analytical cookies').click()
      await expect(page.getByRole('alert')).toHaveText('You are not allowed to do this action.')
      await expect(cookie(page, 'Analytical cookies')).not.toBeChecked()
      await expect.poll(() => consentValues(context)).toMatchObject({ analytics: '0' })
    })
  },
)

function cookie(scope: Page | ReturnType<Page['getByRole']>, name: string) {
  return scope.getByRole('switch', { name, exact: true })
}
