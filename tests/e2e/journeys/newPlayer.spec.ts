import { mailboxAddress, portalOf } from '../fixtures/running-product/addresses.ts'
import { firstByDay, ownLoginEnvironments } from '../fixtures/environments.ts'
import { expect } from '../fixtures/expect.ts'
import { logIn } from '../fixtures/steps/logIn.ts'
import { control } from '../fixtures/page.ts'
import {
  fillRegistration,
  freshName,
  registrationOf,
  sendRegistration,
} from '../fixtures/steps/registration.ts'
import { covers, test } from '../fixtures/test.ts'

/*
 * A new player's first day, where a portal has its own log-in: the real portal, API, database and
 * mail, nothing played but the fifteen seconds that a person needs for the form.
 */
for (const environment of firstByDay(ownLoginEnvironments)) {
  test(
    `A new player registers, confirms, logs in, sees the account and logs out · ${environment}`,
    covers('R-1.3-1', 'R-1.3-2', 'R-1.3-4', 'R-1.3-5', 'R-1.3-6'),
    async ({ page, mailbox }) => {
      const registration = registrationOf(freshName())
      const { username, password, email } = registration
      await page.clock.install()
      await page.goto(portalOf(environment))
      await control(page, 'Create an account').click()
      await expect(page).toBeOnPath('/register')
      await fillRegistration(page, environment, registration)
      await sendRegistration(page)
      await expect(page.getByText('Check your mailbox for your confirmation link')).toBeVisible()

      const { id } = await mailbox.newest(email)
      await page.goto(`${mailboxAddress}/${id}`)
      await page.getByRole('listitem').getByRole('link').first().click()
      await expect(page).toHaveURL(`${portalOf(environment)}/login`)

      await logIn(page, environment, { name: username, password })
      await expect(page).toHaveURL(`${portalOf(environment)}/account`)
      await expect(page.getByText(username).first()).toBeVisible()
      await page.reload()
      await expect(page.getByText(username).first()).toBeVisible()

      await control(page, 'Logout').click()
      await expect(page).toHaveURL(`${portalOf(environment)}/`)
      await page.goto(`${portalOf(environment)}/account`)
      await expect(page).toHaveURL(`${portalOf(environment)}/`)
    },
  )
}
