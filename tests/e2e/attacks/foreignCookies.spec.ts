import type { Response } from '@playwright/test'
import { portalOf, standInAddress } from '../fixtures/running-product/addresses.ts'
import { expect } from '../fixtures/expect.ts'
import { logIn } from '../fixtures/steps/logIn.ts'
import { newPlayer } from '../fixtures/steps/newPlayer.ts'
import { control } from '../fixtures/page.ts'
import { beAtStandIns, freshAccounts } from '../fixtures/running-product/standInAccounts.ts'
import { test } from '../fixtures/test.ts'
import { responsesOfNextPages } from '../fixtures/traffic.ts'
import playwrightConfig from '../playwright.config.ts'

/* Nothing of ours lives in a cookie of another site. */

const { args = [], ...launch } = playwrightConfig.use?.launchOptions ?? {}
const blocked = '--test-third-party-cookie-phaseout'
test.use({ launchOptions: { ...launch, args: [...args, blocked] } })

test('T43 third-party cookies are blocked: register, log in, link, come back, log out · PROD', async ({
  page,
  context,
  mailbox,
}) => {
  const portal = portalOf('PROD')
  const responses = await responsesOfNextPages(page)
  const { steam } = freshAccounts()
  await beAtStandIns(context, steam)
  const { username, password } = await newPlayer(page, 'PROD', mailbox)
  await logIn(page, 'PROD', { name: username, password })
  await expect(page).toBeOnPath('/account')
  await page.goto(`${portal}/account/link-account`)
  const service = page.getByRole('listitem', { name: 'Steam', exact: true })
  await control(service, 'Link').click()
  await expect(control(service, 'Unlink')).toBeVisible()
  await page.reload()
  await expect(control(service, 'Unlink')).toBeVisible()
  await control(page, 'Logout').click()
  await expect(page).toBeOnPath('/')
  expect(await foreignCookies(responses, new URL(portal).host)).toEqual([])
  const { host } = new URL(standInAddress)
  const others = (await context.cookies()).filter(
    ({ domain }) => domain !== new URL(portal).hostname,
  )
  expect(others.map(({ domain }) => domain)).toEqual(others.map(() => host.split(':')[0]))
})

/** The addresses that set a cookie in the page of another host. */
async function foreignCookies(responses: readonly Response[], own: string) {
  const foreign = responses.filter(
    // The host of a navigation sets cookies of the first party.
    (response) => !response.request().isNavigationRequest() && new URL(response.url()).host !== own,
  )
  const found: string[] = []
  for (const response of foreign) {
    if ((await response.headerValue('set-cookie')) !== null) found.push(response.url())
  }
  return found
}
