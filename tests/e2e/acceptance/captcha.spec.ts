import { portalOf, standInAddress } from '../fixtures/running-product/addresses.ts'
import { expect } from '../fixtures/expect.ts'
import { logIn } from '../fixtures/steps/logIn.ts'
import { control } from '../fixtures/page.ts'
import {
  fillRegistration,
  freshName,
  registrationOf,
  sendRegistration,
} from '../fixtures/steps/registration.ts'
import { atNight, covers, test } from '../fixtures/test.ts'
import { requestsOfNextPages } from '../fixtures/traffic.ts'

const general = 'An error occured. Please try again later.'

/* The running product from here on, its page's own policy included. */

test.describe('under the policy of the page', () => {
  test.use({ bypassCSP: false })

  test(
    'A self-hosted captcha lets a player in, and no other site learns of it · INVITED',
    covers('R-5.5-1', 'R-5.5-6'),
    async ({ page }) => {
      const requests = await requestsOfNextPages(page)
      await page.goto(`${portalOf('INVITED')}/login`)
      await logIn(page, 'PROD', { name: 'PlayerTwo' })
      await expect(page).toBeOnPath('/account')
      const hosts = new Set(requests.map((request) => new URL(request.url()).host))
      expect([...hosts]).toEqual([new URL(portalOf('INVITED')).host])
    },
  )

  test(
    'An outside captcha is asked by browser and server, a mail link asks first · GUARDED',
    atNight('R-5.5-1', 'R-5.5-2', 'R-5.5-5'),
    async ({ page, request, mailbox }) => {
      const switches = `${standInAddress}/__standin/captcha/switches`
      const registration = registrationOf(freshName())
      await page.clock.install()
      await page.goto(`${portalOf('GUARDED')}/register`)
      await fillRegistration(page, 'PROD', registration)
      try {
        // Surely a robot.
        await request.put(switches, { data: { score: 0.1 } })
        await sendRegistration(page)
        await expect(page.getByText("You're not allowed to create an account.")).toBeVisible()
        await request.put(switches, { data: { score: 0.9, invalidSecret: true } })
        await sendRegistration(page)
        await expect(page.getByText(general)).toBeVisible()
      } finally {
        await request.put(switches, { data: { score: 0.9, invalidSecret: false } })
      }
      await sendRegistration(page)
      await expect(page).toBeOnPath('/register/confirm')

      const { username: name, password, email } = registration
      const { links } = await mailbox.newest(email)
      await page.goto(links.find((one) => one.includes('/confirm-email')) ?? '')
      await control(page, 'Confirm').click()
      await expect(page).toBeOnPath('/login')
      await logIn(page, 'PROD', { name, password })
      await expect(page).toBeOnPath('/account')
    },
  )
})
