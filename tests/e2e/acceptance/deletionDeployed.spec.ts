import { firstByDay } from '../fixtures/environments.ts'
import { portalOf } from '../fixtures/running-product/addresses.ts'
import { toConfirmation } from '../fixtures/steps/deletion.ts'
import { expect } from '../fixtures/expect.ts'
import { logIn, toPasswordStep } from '../fixtures/steps/logIn.ts'
import { newPlayer } from '../fixtures/steps/newPlayer.ts'
import { control, field } from '../fixtures/page.ts'
import { fillRegistration, sendRegistration } from '../fixtures/steps/registration.ts'
import { atNight, test } from '../fixtures/test.ts'

/* Deletions against the running product: its own API, real mail. */

for (const environment of firstByDay(['PROD', 'TWO-POINT-STUDIOS'] as const)) {
  test(
    `AT-DEL-09 A deleted account cannot log in · ${environment}`,
    atNight('R-1.3-18', 'R-4.8-7', 'R-8.4-34'),
    async ({ page, mailbox }) => {
      const portal = portalOf(environment)
      const registration = await newPlayer(page, environment, mailbox)
      const { username: name, password, email } = registration
      await logIn(page, environment, { name, password })
      await expect(page).toBeOnPath('/account')

      await toConfirmation(page, { portal, password })
      await control(page, 'Delete').click()
      await expect(page.getByText('Your account has been successfully deleted.')).toBeVisible()
      await page.goBack()
      await expect(page).toBeOnPath('/')
      await expect(page.getByText(name)).toHaveCount(0)
      expect((await mailbox.newest(email, 2)).subject).toMatch(/deleted/i)

      await page.goto(`${portal}/login`)
      await toPasswordStep(page, environment, name)
      if (environment === 'TWO-POINT-STUDIOS') {
        await field(page, 'Password').fill(password)
        await control(page, 'Connect').click()
      }
      await expect(page.getByText('Your username or email is unknown.')).toBeVisible()

      await page.goto(`${portal}/register`)
      await fillRegistration(page, environment, registration)
      await sendRegistration(page)
      await expect(page).toBeOnPath('/register/confirm')
      await mailbox.newest(email, 3)
    },
  )
}
