import type { Page } from '@playwright/test'
import { portalOf } from '../fixtures/running-product/addresses.ts'
import { expect } from '../fixtures/expect.ts'
import { logIn } from '../fixtures/steps/logIn.ts'
import { control } from '../fixtures/page.ts'
import { covers, test } from '../fixtures/test.ts'

const address = '/account/blocked-users-management'

test(
  'AT-BLK-04 The server stores an unblock · PROD',
  covers('R-1.3-17', 'R-1.3-16'),
  async ({ page }) => {
    await page.goto(`${portalOf('PROD')}/login`)
    await logIn(page, 'PROD', { name: 'player@example.com', password: 'Welcome2Gatehouse' })
    await expect(page).toBeOnPath('/account')
    await page.goto(`${portalOf('PROD')}${address}`)
    await control(entry(page, 'Rival'), 'Unblock').click()
    await expect(entry(page, 'Rival')).toHaveCount(0)
    await page.reload()
    await expect(entry(page, 'PlayerTwo')).toBeVisible()
    await expect(entry(page, 'Rival')).toHaveCount(0)
  },
)

function entry(page: Page, name: string) {
  const isNamed = page.getByText(name, { exact: true })
  return page.getByRole('main').getByRole('listitem').filter({ has: isNamed })
}
