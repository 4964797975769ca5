import { firstByDay } from '../fixtures/environments.ts'
import { portalOf } from '../fixtures/running-product/addresses.ts'
import { expect } from '../fixtures/expect.ts'
import { logIn } from '../fixtures/steps/logIn.ts'
import { newPlayer } from '../fixtures/steps/newPlayer.ts'
import { control } from '../fixtures/page.ts'
import { test } from '../fixtures/test.ts'
import { pathOf, requestsOfNextPages } from '../fixtures/traffic.ts'

const portal = portalOf('SANDBOX')
const day = 24 * 3600 * 1000

for (const [what, shift] of firstByDay([
  ['a day ahead', day],
  ['a day behind', -day],
] as const)) {
  test(`T31 A browser whose clock is ${what} logs in, stays in over a reload, and logs out`, async ({
    page,
    mailbox,
  }) => {
    const { username, password } = await newPlayer(page, 'SANDBOX', mailbox)
    const requests = await requestsOfNextPages(page)
    await page.clock.setSystemTime(Date.now() + shift)
    await page.goto(`${portal}/login`)
    await logIn(page, 'SANDBOX', { name: username, password })
    await expect(page).toHaveURL(`${portal}/account`)
    await expect(page.getByText(username).first()).toBeVisible()
    await page.reload()
    await expect(page.getByText(username).first()).toBeVisible()
    await page.goto(`${portal}/account/cookies`)
    await expect(page.getByRole('heading', { level: 1, name: 'Cookies' })).toBeVisible()
    // No loop: nothing is refreshed over and over.
    const refreshes = requests.map(pathOf).filter((path) => path.endsWith('/token/refresh'))
    expect(refreshes.length).toBeLessThanOrEqual(3)
    await control(page, 'Logout').click()
    await expect(page).toHaveURL(`${portal}/`)
  })
}
