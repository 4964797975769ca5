import { portalOf } from '../fixtures/running-product/addresses.ts'
import { expect } from '../fixtures/expect.ts'
import { control, field, logInButton } from '../fixtures/page.ts'
import {
  fillRegistration,
  freshName,
  registrationOf,
  sendRegistration,
} from '../fixtures/steps/registration.ts'
import { atNight, test } from '../fixtures/test.ts'

test(
  'A player registers, confirms and logs in by the email address · SHOWCASE',
  atNight(),
  async ({ page, mailbox }) => {
    const portal = portalOf('SHOWCASE')
    await page.clock.install()
    await page.goto(`${portal}/register`)
    const registration = registrationOf(freshName())
    const { username, email, password } = registration
    await fillRegistration(page, 'PROD', registration)
    await sendRegistration(page)
    const { links } = await mailbox.newest(email)
    await page.goto(links.find((one) => one.includes('/confirm-email')) ?? '')
    await control(page, 'Confirm').click()
    await expect(page.getByText('Your email is confirmed. Log in and play.')).toBeVisible()
    await expect(field(page, 'Username or email')).toHaveValue(username)
    await field(page, 'Username or email').fill(email)
    await control(page, 'Next').click()
    await expect(field(page, 'Password')).toHaveAccessibleDescription(email)
    await field(page, 'Password').fill(password)
    await logInButton(page).click()
    await expect(page).toHaveURL(`${portal}/account`)
  },
)
