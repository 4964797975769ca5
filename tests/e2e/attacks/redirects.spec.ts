import { portalOf, standInAddress } from '../fixtures/running-product/addresses.ts'
import { expect } from '../fixtures/expect.ts'
import { logIn } from '../fixtures/steps/logIn.ts'
import { newPlayer } from '../fixtures/steps/newPlayer.ts'
import { beAtStandIns, freshAccounts } from '../fixtures/running-product/standInAccounts.ts'
import { test } from '../fixtures/test.ts'
import { requestsFromNowOn } from '../fixtures/traffic.ts'

test('G08 What leaves the portal in an address is no secret · TEST', async ({
  page,
  context,
  mailbox,
}) => {
  const portal = portalOf('TEST')
  const requests = requestsFromNowOn(context)
  await context.route('https://www.site.test/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>The site</h1>' }),
  )
  const { steam } = freshAccounts()
  await beAtStandIns(context, steam)
  const { username, email, password } = await newPlayer(page, 'TEST', mailbox)
  const forum = 'https://www.site.test/forum?topic=7'
  await page.goto(`${portal}/login?redirectUrl=${encodeURIComponent(forum)}`)
  await logIn(page, 'TEST', { name: username, password })
  await expect(page).toHaveURL(forum)
  await page.goto(`${portal}/steam/link?redirectUrl=${encodeURIComponent(forum)}`)
  await expect(page).toHaveURL(`${forum}&steamid=${steam}`)
  const site = { client_id: 'community', redirect_uri: `${standInAddress}/community/callback` }
  const query = new URLSearchParams({ ...site, state: 'a state' })
  await page.goto(`${portal}/oauth?${query.toString()}`)
  await page.waitForURL(`${standInAddress}/**`)
  await page.goto(`${portal}/account/logout?redirectUrl=${encodeURIComponent(forum)}`)
  await expect(page).not.toHaveURL(/\/logout/)

  const outside = requests
    .filter((request) => request.isNavigationRequest())
    .map((request) => request.url())
    .filter((url) => !url.startsWith(portal))
  const secrets = new Set<string>()
  for (const request of requests) {
    const bearer = request.headers()['authorization']?.replace('Bearer ', '')
    if (bearer) secrets.add(bearer)
  }
  for (const { value } of await context.cookies(portal)) if (value.length > 20) secrets.add(value)
  expect(secrets.size).toBeGreaterThan(0)
  expect(outside.length).toBeGreaterThan(3)
  for (const url of outside) {
    const said = decodeURIComponent(url)
    for (const secret of [...secrets, email, username, password]) expect(said).not.toContain(secret)
    const { hostname, searchParams } = new URL(url)
    if (searchParams.has('steamid')) expect(hostname).toBe('www.site.test')
  }
})
