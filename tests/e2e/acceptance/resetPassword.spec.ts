import { firstByDay } from '../fixtures/environments.ts'
import { portalOf } from '../fixtures/running-product/addresses.ts'
import { expect } from '../fixtures/expect.ts'
import { logIn } from '../fixtures/steps/logIn.ts'
import { newPlayer } from '../fixtures/steps/newPlayer.ts'
import { control, field, goInside } from '../fixtures/page.ts'
import { covers, test } from '../fixtures/test.ts'
import type { Page } from '@playwright/test'

const password = 'Kites4Castle'

for (const environment of firstByDay(['PROD', 'TWO-POINT-STUDIOS'] as const)) {
  test(
    `AT-UPD-12 A changed password works at the next log-in · ${environment}`,
    covers('R-1.3-10', 'R-2.16-5'),
    async ({ page, mailbox }) => {
      const player = await newPlayer(page, environment, mailbox)
      const name = player.username
      const asksOld = environment === 'TWO-POINT-STUDIOS'
      await logIn(page, environment, { name, password: player.password })
      await page.getByRole('region', { name: 'Password' }).getByRole('link').click()
      await expect(field(page, 'New password')).toBeVisible()
      if (asksOld) {
        await field(page, 'Old password').fill('Wrong4Castle')
        await choose(page, password)
        await expect(field(page, 'Old password')).toHaveError('incorrect')
        await field(page, 'Old password').fill(player.password)
      }
      await choose(page, password)
      await expect(page).toBeOnPath('/account')
      // The session outlives the change.
      await page.reload()
      await expect(page.getByRole('heading', { name: 'My information' })).toBeVisible()

      await control(page, 'Logout').click()
      await expect(page).toBeOnPath('/')
      await goInside(page, `${portalOf(environment)}/login`)
      await logIn(page, environment, { name, password: player.password })
      await expect(page.getByText('Your username or password is incorrect.')).toBeVisible()
      await page.goto(`${portalOf(environment)}/login`)
      await logIn(page, environment, { name, password })
      await expect(page).toBeOnPath('/account')
    },
  )
}

async function choose(page: Page, next: string): Promise<void> {
  await field(page, 'New password').fill(next)
  await field(page, 'Confirm password').fill(next)
  await control(page, 'Confirm').click()
}
