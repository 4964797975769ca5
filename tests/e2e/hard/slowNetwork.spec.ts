import { portalOf } from '../fixtures/running-product/addresses.ts'
import { expect } from '../fixtures/expect.ts'
import { newPlayer } from '../fixtures/steps/newPlayer.ts'
import { control, field } from '../fixtures/page.ts'
import { test } from '../fixtures/test.ts'
import { pathOf, requestsOfNextPages } from '../fixtures/traffic.ts'

test('T47 a slow network shows the first screen in five seconds, sends a form once and shows that it is under way', async ({
  page,
  mailbox,
}) => {
  const { username, password } = await newPlayer(page, 'SANDBOX', mailbox)
  const requests = await requestsOfNextPages(page)
  const slow = await page.context().newCDPSession(page)
  await slow.send('Network.enable')
  await slow.send('Network.clearBrowserCache')
  await slow.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    // 400 kbit/s.
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  })
  const began = Date.now()
  await page.goto(`${portalOf('SANDBOX')}/login`, { waitUntil: 'commit' })
  await expect(field(page, 'Username or email')).toBeVisible()
  expect(Date.now() - began).toBeLessThan(5000)
  await field(page, 'Username or email').fill(username)
  await field(page, 'Password').fill(password)
  await field(page, 'Password').press('Enter')
  await field(page, 'Password').press('Enter')
  await expect(control(page, 'Connect')).toHaveAttribute('aria-busy', 'true')
  await control(page, 'Connect').click({ force: true })
  await expect(page).toHaveURL(`${portalOf('SANDBOX')}/account`)
  expect(requests.map(pathOf).filter((path) => path.endsWith('/log/log-in'))).toHaveLength(1)
})
