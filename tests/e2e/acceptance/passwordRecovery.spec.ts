import { firstByDay } from '../fixtures/environments.ts'
import { portalOf } from '../fixtures/running-product/addresses.ts'
import { expect } from '../fixtures/expect.ts'
import { logIn } from '../fixtures/steps/logIn.ts'
import { control, field } from '../fixtures/page.ts'
import { newPlayer } from '../fixtures/steps/newPlayer.ts'
import { covers, test } from '../fixtures/test.ts'
import type { Page } from '@playwright/test'

const password = 'Kites4Castle'

for (const environment of firstByDay(['PROD', 'SANDBOX'] as const)) {
  test(
    `AT-PWD-02 An unknown address says so · ${environment}`,
    covers('R-8.4-2'),
    async ({ page }) => {
      await page.goto(`${portalOf(environment)}/password-recovery`)
      await field(page, 'Email').fill('nobody.at.all@example.com')
      await control(page, 'Send').click()
      await expect(field(page, 'Email')).toHaveError('This email address is unknown.')
      await expect(page).toBeOnPath('/password-recovery')
    },
  )
}

for (const environment of firstByDay(['PROD', 'TWO-POINT-STUDIOS'] as const)) {
  test(
    `AT-PWD-06 A recovered password replaces the old one · ${environment}`,
    covers('R-1.3-3', 'R-2.10-9'),
    async ({ page, mailbox }) => {
      const player = await newPlayer(page, environment, mailbox)
      await page.goto(`${portalOf(environment)}/password-recovery`)
      await field(page, 'Email').fill(player.email)
      await control(page, 'Send').click()
      await expect(page).toBeOnPath('/password-recovery/sent')
      const mail = await mailbox.newest(player.email, 2)
      const link = mail.links.find((one) => one.includes('/password-recovery/reset')) ?? ''
      expect(link).toMatch(
        new RegExp(`^${portalOf(environment)}/password-recovery/reset\\?token=.+`),
      )
      await page.goto(link)
      await choose(page)
      await expect(page).toBeOnPath('/login')

      const name = player.username
      await logIn(page, environment, { name, password: player.password })
      await expect(page.getByText('Your username or password is incorrect.')).toBeVisible()
      await page.goto(`${portalOf(environment)}/login`)
      await logIn(page, environment, { name, password })
      await expect(page).toBeOnPath('/account')

      await page.goto(link)
      await choose(page)
      await expect(page.getByText('Your link is invalid')).toBeVisible()
    },
  )
}

async function choose(page: Page): Promise<void> {
  await field(page, 'New password').fill(password)
  await field(page, 'Confirm password').fill(password)
  await control(page, 'Confirm').click()
}
