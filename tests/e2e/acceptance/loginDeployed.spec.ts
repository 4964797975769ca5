import { firstByDay } from '../fixtures/environments.ts'
import { portalOf } from '../fixtures/running-product/addresses.ts'
import { expect } from '../fixtures/expect.ts'
import { logIn, toPasswordStep } from '../fixtures/steps/logIn.ts'
import { control, field } from '../fixtures/page.ts'
import { atNight, covers, test } from '../fixtures/test.ts'

/* Log-ins against the running product: its own API and its seeded players. */

for (const environment of firstByDay(['PROD', 'SANDBOX'] as const)) {
  test(
    `AT-LOG-07 Wrong credentials are refused · ${environment}`,
    atNight('R-8.4-34', 'R-8.4-35', 'R-8.3-1'),
    async ({ page, context }) => {
      await page.goto(`${portalOf(environment)}/login`)
      await toPasswordStep(page, environment, 'NobodyAtAll')
      if (environment === 'SANDBOX') {
        await field(page, 'Password').fill('Wrong1Password')
        await control(page, 'Connect').click()
      }
      await expect(page.getByText('Your username or email is unknown.')).toBeVisible()
      await logIn(page, environment, { password: 'Wrong1Password' })
      await expect(page.getByText('Your username or password is incorrect.')).toBeVisible()
      expect((await context.cookies()).filter(({ name }) => name.includes('identity'))).toEqual([])
    },
  )

  test(
    `AT-LOG-08 Empty fields are refused · ${environment}`,
    atNight('R-8.4-14', 'R-8.4-19'),
    async ({ page }) => {
      await page.goto(`${portalOf(environment)}/login`)
      await control(page, environment === 'SANDBOX' ? 'Connect' : 'Next').click()
      await expect(page.getByText('Please enter your Username or Email.')).toBeVisible()
      await toPasswordStep(page, environment)
      await expect(field(page, 'Password')).toBeVisible()
      await control(page, 'Connect').click()
      await expect(page.getByText('Please enter your password.')).toBeVisible()
    },
  )
}

for (const [environment, password] of firstByDay([
  ['PROD', 'Welcome2Gatehouse'],
  ['TWO-POINT-STUDIOS', 'Welcome2Gate'],
] as const)) {
  test(
    `AT-LOG-15 A player logs in by name and by email · ${environment}`,
    covers('R-1.3-1', 'R-7.5-2'),
    async ({ page }) => {
      for (const name of ['PlayerTwo', 'SECOND@EXAMPLE.COM']) {
        await page.goto(`${portalOf(environment)}/login`)
        await logIn(page, environment, { name, password })
        await expect(page).toBeOnPath('/account')
        await expect(page.getByText('PlayerTwo').first()).toBeVisible()
        await control(page, 'Logout').click()
        await expect(page).toBeOnPath('/')
        await expect(control(page, 'Log in')).toBeEnabled()
      }
    },
  )
}
