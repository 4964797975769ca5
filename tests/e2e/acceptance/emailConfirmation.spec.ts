import { portalOf } from '../fixtures/running-product/addresses.ts'
import { expect } from '../fixtures/expect.ts'
import { logIn } from '../fixtures/steps/logIn.ts'
import { control, field } from '../fixtures/page.ts'
import {
  fillRegistration,
  freshName,
  registrationOf,
  sendRegistration,
} from '../fixtures/steps/registration.ts'
import { atNight, test } from '../fixtures/test.ts'

test(
  'AT-VER-08 A resent confirmation works, and none is sent to a confirmed account · PROD',
  atNight('R-7.11-4', 'R-1.3-4'),
  async ({ page, mailbox }) => {
    const registration = registrationOf(freshName())
    const { username: name, password, email } = registration
    const portal = portalOf('PROD')
    await page.clock.install()
    await page.goto(`${portal}/register`)
    await fillRegistration(page, 'PROD', registration)
    await sendRegistration(page)
    await expect(page).toBeOnPath('/register/confirm')
    await mailbox.newest(email)

    const askAgain = async () => {
      await page.goto(`${portal}/confirm-email/send`)
      await field(page, 'Email').fill(email)
      await control(page, 'Send').click()
      await expect(page).toBeOnPath('/register/confirm')
    }
    await askAgain()
    const second = await mailbox.newest(email, 2)
    await page.goto(second.links.find((link) => link.includes('/confirm-email')) ?? '')
    await expect(page).toBeOnPath('/login')
    await logIn(page, 'PROD', { name, password })
    await expect(page).toBeOnPath('/account')
    await control(page, 'Logout').click()
    await expect(page).toBeOnPath('/')

    // For a confirmed account the answer is the same and no further mail comes. Mails are sent in
    // their order: when the other player's has come, ours would have come before it.
    await askAgain()
    await page.goto(`${portal}/confirm-email/send`)
    const before = (await mailbox.list('unconfirmed@example.com')).length
    await field(page, 'Email').fill('unconfirmed@example.com')
    await control(page, 'Send').click()
    await mailbox.newest('unconfirmed@example.com', before + 1)
    expect(await mailbox.list(email)).toHaveLength(2)
  },
)
