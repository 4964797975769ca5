import type { Browser, Page } from '@playwright/test'
import type { Environment } from '@gatehouse/contract/environments'
import { firstByDay } from '../fixtures/environments.ts'
import { portalOf } from '../fixtures/running-product/addresses.ts'
import { expect } from '../fixtures/expect.ts'
import { control, field, goInside, logOutLink } from '../fixtures/page.ts'
import { addApp } from '../fixtures/steps/addApp.ts'
import { codeOf } from '../fixtures/steps/authenticatorApp.ts'
import { logIn } from '../fixtures/steps/logIn.ts'
import { makeNewCodes } from '../fixtures/steps/makeNewCodes.ts'
import { atNight, test } from '../fixtures/test.ts'

/*
 * A player adds an authenticator app and logs in with it, in each form of the log-in: the real portal,
 * API and mail, and codes of an app that is not the product's.
 */

const forms = {
  'TWO-STEP': 'PROD',
  'TWO-STEP-IN-ONE': 'SANDBOX',
  'TWO-STEP-IDENTITY': 'TWO-POINT-STUDIOS',
} as const satisfies Record<string, Environment>

/** The seeded player; passwords are shorter where the old one is asked for. */
function logInTo(page: Page, deployed: keyof typeof forms): Promise<void> {
  const password = deployed === 'TWO-STEP-IDENTITY' ? 'Welcome2Gate' : 'Welcome2Gatehouse'
  return logIn(page, forms[deployed], { password })
}

/** An unknown browser, at the second step of a log-in. */
async function atSecondStep(browser: Browser, deployed: keyof typeof forms): Promise<Page> {
  const context = await browser.newContext({ bypassCSP: false })
  const page = await context.newPage()
  await page.goto(`${portalOf(deployed)}/login`)
  await logInTo(page, deployed)
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
  const names = (await context.cookies()).map(({ name }) => name)
  expect(names).toContain('sso_step')
  expect(names).not.toContain('sso_session')
  return page
}

for (const deployed of firstByDay(Object.keys(forms) as (keyof typeof forms)[])) {
  test(
    `A player adds an app, logs in with its code, trusts the browser, proves it once more, and uses a recovery code · ${deployed} (AT-STR-13, AT-STR-15, AT-STR-18, AT-STR-20, AT-STR-25, G51)`,
    atNight(),
    async ({ page, browser, mailbox }) => {
      await page.goto(`${portalOf(deployed)}/login`)
      await logInTo(page, deployed)
      await expect(page).toBeOnPath('/account')
      await goInside(page, `${portalOf(deployed)}/account/security`)
      const { key, codes } = await addApp(page)
      expect(codes).toHaveLength(10)
      await expect(page.getByText('10 of 10 left')).toBeVisible()
      await page.reload()
      await expect(page.getByText('10 of 10 left')).toBeVisible()
      await expect(page.getByText(codes[0] ?? '')).toHaveCount(0)
      const subjects = async () =>
        (await mailbox.list('player@example.com')).map((mail) => mail.subject)
      await expect
        .poll(async () => (await subjects()).join('\n'))
        .toMatch(/^An authenticator app was added/m)

      const other = await atSecondStep(browser, deployed)
      await other.getByRole('checkbox', { name: /^Trust this browser for 30 days/ }).check()
      await field(other, 'Code from your authenticator app').fill(codeOf(key))
      await expect(other).toBeOnPath('/account')
      await logOutLink(other).click()
      await expect(other).toBeOnPath('/')
      await goInside(other, `${portalOf(deployed)}/login`)
      await logInTo(other, deployed)
      await expect(other).toBeOnPath('/account')

      // Trust is no proof: a sensitive act asks for the code, and the password is fresh.
      await goInside(other, `${portalOf(deployed)}/account/security`)
      await makeNewCodes(other)
      const dialog = other.getByRole('dialog')
      await expect(dialog.getByText('Is it still you?')).toBeVisible()
      await expect(dialog.getByLabel('Password')).toHaveCount(0)
      await field(dialog, 'Code from your authenticator app').fill(codeOf(key, 1))
      await expect(dialog.getByText('Your recovery codes')).toBeVisible()
      const fresh = await dialog.getByRole('listitem').allInnerTexts()

      const third = await atSecondStep(browser, deployed)
      await control(third, 'Use a recovery code').click()
      const typed = field(third, 'Recovery code')
      await typed.fill(codes[1] ?? '')
      await control(third, 'Confirm').click()
      await expect(typed).toHaveError('This recovery code is not right, or it has been used.')
      await typed.fill((fresh[0] ?? '').toLowerCase().replaceAll('-', ''))
      await control(third, 'Confirm').click()
      await expect(third).toBeOnPath('/account')
      await expect(third.getByText('9 recovery codes are left.')).toBeVisible()
    },
  )
}
