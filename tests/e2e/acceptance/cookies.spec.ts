import type { Page } from '@playwright/test'
import { portalOf } from '../fixtures/running-product/addresses.ts'
import { expect } from '../fixtures/expect.ts'
import { logIn } from '../fixtures/steps/logIn.ts'
import { newPlayer } from '../fixtures/steps/newPlayer.ts'
import { control } from '../fixtures/page.ts'
import { atNight, test } from '../fixtures/test.ts'

test(
  'AT-COOK-12 The choice belongs to the player · PROD',
  atNight('R-1.3-12', 'R-7.2-3'),
  async ({ page, browser, mailbox }) => {
    const account = await newPlayer(page, 'PROD', mailbox)
    const credentials = { name: account.username, password: account.password }
    await logIn(page, 'PROD', credentials)
    await expect(page).toBeOnPath('/account')
    const isKept = page.waitForResponse('**/see-cookie-popup')
    await control(page, 'Accept all').click()
    await isKept
    await control(page, 'Logout').click()
    await expect(page).toBeOnPath('/')

    const clean = await browser.newContext()
    const elsewhere = await clean.newPage()
    await elsewhere.goto(`${portalOf('PROD')}/login`)
    await expect(control(elsewhere, 'Accept all')).toBeVisible()
    await logIn(elsewhere, 'PROD', credentials)
    await expect(elsewhere).toBeOnPath('/account')
    await expect(control(elsewhere, 'Accept all')).toHaveCount(0)
    await control(elsewhere, 'Cookies').click()
    await expect(cookie(elsewhere, 'Analytical cookies')).toBeChecked()
    await expect(cookie(elsewhere, 'Marketing cookies')).toBeChecked()
    await clean.close()
  },
)

function cookie(scope: Page | ReturnType<Page['getByRole']>, name: string) {
  return scope.getByRole('switch', { name, exact: true })
}
