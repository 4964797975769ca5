import type { Page } from '@playwright/test'
import { portalOf } from '../fixtures/running-product/addresses.ts'
import { distinctBy, firstByDay, partnerEnvironments } from '../fixtures/environments.ts'
import { expect } from '../fixtures/expect.ts'
import { toPasswordStep } from '../fixtures/steps/logIn.ts'
import { box, control, field, goInside } from '../fixtures/page.ts'
import {
  confirmUsername,
  newAtPartner,
  newPartnersPlayer,
  slugs,
} from '../fixtures/steps/partner.ts'
import { freshName } from '../fixtures/steps/registration.ts'
import { beAtStandIns, describeAccount } from '../fixtures/running-product/standInAccounts.ts'
import { atNight, covers, test } from '../fixtures/test.ts'
import { requestsOfNextPages } from '../fixtures/traffic.ts'

/* Partners that are real OpenID providers, the real account API, and a browser between them. */

const logInLabels: Readonly<Record<string, string>> = {
  RELIC: 'Login with Relic Account',
  'CREATIVE-ASSEMBLY': 'Login/Register with CA Account',
  FOCUS: 'Log in',
}

for (const environment of firstByDay(partnerEnvironments)) {
  test(
    `AT-PAR-17 The first log-in by a partner registers, the second logs in · ${environment}`,
    covers('R-1.2-3', 'R-4.5-4', 'R-6.2-1', 'R-2.8-13'),
    async ({ page, context }) => {
      const portal = portalOf(environment)
      const { username, email } = await newAtPartner(page, environment)
      await page.clock.install()
      await page.goto(portal)
      await control(page, logInLabels[environment] ?? '').click()
      await expect(page).toBeOnPath('/oauth/partner/register')
      await expect(field(page, 'Username')).toHaveValue(username)
      await expect(field(page, 'Email')).toHaveValue(email)
      await confirmUsername(page, environment)
      await expect(page).toBeOnPath('/account')
      const profile = await profileOf(page)

      await context.addCookies([{ name: 'relic_sso', value: 'R', url: portal }])
      await control(page, 'Logout').click()
      await expect(page).toBeOnPath('/')
      const kept = (await context.cookies(portal)).map(({ name }) => name)
      expect(kept.includes('relic_sso'), 'only its own partner names a cookie').toBe(
        environment !== 'RELIC',
      )

      await control(page, logInLabels[environment] ?? '').click()
      await expect(page).toBeOnPath('/account')
      await expect(page.getByText(username).first()).toBeVisible()
      expect(await profileOf(page)).toBe(profile)
    },
  )
}

/* Beyond the first log-in the partners differ in nothing that the portal or the server asks about. */
for (const environment of distinctBy(() => null, partnerEnvironments)) {
  test(
    `The partner's register page leads to a new account · ${environment}`,
    atNight(),
    async ({ page }) => {
      const name = freshName()
      await page.clock.install()
      await page.goto(`${portalOf(environment)}/register?utm_source=news`)
      await expect(page.getByRole('heading', { name: /^Create your .* account$/ })).toBeVisible()
      await field(page, 'Email address').fill(`${name}@partner.example`)
      await field(page, 'Username').fill(name)
      await control(page, 'Create the account').click()
      await expect(field(page, 'Username')).toHaveValue(name)
      await confirmUsername(page, environment)
      await expect(page.getByRole('heading', { name: 'Your account is ready' })).toBeVisible()
      await control(page, 'Continue').click()
      await expect(page).toBeOnPath('/account')
    },
  )

  test(
    `After a deletion the partner's player is a newcomer · ${environment}`,
    atNight(),
    async ({ page }) => {
      await newPartnersPlayer(page, environment)
      await goInside(page, `${portalOf(environment)}/account/deletion-request`)
      if (environment !== 'CREATIVE-ASSEMBLY') await control(page, 'Skip').click()
      await control(page, 'Delete').click()
      await expect(page.getByText('Your account has been successfully deleted.')).toBeVisible()
      await page.goto(`${portalOf(environment)}/login`)
      await expect(page).toBeOnPath('/oauth/partner/register')
    },
  )

  test(
    `A player who says no at the partner reads so, and may try again · ${environment}`,
    atNight(),
    async ({ page, context }) => {
      await beAtStandIns(context, 'cancel')
      await page.goto(`${portalOf(environment)}/login`)
      await expect(page.getByText('This request is not authorized.')).toBeVisible()
      await newAtPartner(page, environment)
      await control(page, 'Try again').click()
      await expect(page).toBeOnPath('/oauth/partner/register')
    },
  )

  test(
    `A return from the partner is good in its own browser alone, once · ${environment}`,
    atNight(),
    async ({ page, browser }) => {
      const requests = await requestsOfNextPages(page)
      await newPartnersPlayer(page, environment)
      const returned =
        requests
          .filter((request) => request.isNavigationRequest())
          .map((request) => request.url())
          .find((url) => url.includes('/oauth/partner?')) ?? ''
      expect(new URL(returned).searchParams.has('code')).toBe(true)
      const other = await browser.newContext()
      for (const somewhere of [await other.newPage(), await page.context().newPage()]) {
        await somewhere.goto(returned)
        await expect(somewhere.getByText('This request is not authorized.')).toBeVisible()
      }
      expect((await other.cookies()).filter(({ name }) => name.includes('identity'))).toEqual([])
      await other.close()
    },
  )
}

test(
  'AT-PAR-07 RELIC requires the code of conduct · RELIC',
  atNight('R-5.3-2', 'R-5.8-15'),
  async ({ page, context }) => {
    await newAtPartner(page, 'RELIC')
    await page.clock.install()
    await page.goto(`${portalOf('RELIC')}/login`)
    await box(page, 'Privacy Policy').check()
    await box(page, 'Terms').check()
    await page.clock.fastForward('00:06')
    await page.getByRole('button', { name: 'Confirm username' }).click()
    await expect(page.getByText('You must accept the Code of Conduct.')).toBeVisible()
    await expect(page).toBeOnPath('/oauth/partner/register')
    expect((await context.cookies()).filter(({ name }) => name.includes('identity'))).toEqual([])
  },
)

test(
  'AT-PAR-14 A partner’s address that is not confirmed can be sent a mail · RELIC',
  atNight(),
  async ({ page, context }) => {
    const { subject } = await newAtPartner(page, 'RELIC', { emailVerified: false })
    await page.goto(`${portalOf('RELIC')}/login`)
    await expect(page.getByRole('heading', { name: 'Email not confirmed' })).toBeVisible()
    await control(page, 'Send Validation Email').click()
    await expect(control(page, 'Send Validation Email')).toBeDisabled()
    await expect(page.getByRole('alert')).toHaveCount(0)
    expect((await context.cookies()).filter(({ name }) => name.includes('identity'))).toEqual([])

    await describeAccount(slugs['RELIC'] ?? '', subject, { emailVerified: true })
    await control(page, 'Return to Home').click()
    await control(page, 'Login with Relic Account').click()
    await expect(page).toBeOnPath('/oauth/partner/register')
  },
)

test(
  'A player of a partner logs in where the log-in is our own, and is asked for no password · PROD',
  atNight(),
  async ({ page, context }) => {
    await beAtStandIns(context, '2001')
    await page.goto(`${portalOf('PROD')}/login?redirectUrl=%2Faccount%2Fnewsletter`)
    await toPasswordStep(page, 'PROD', 'Partnered')
    await control(page, 'Connect with Relic account').click()
    await expect(page).toBeOnPath('/account/newsletter')
    await control(page, 'My information').click()
    await expect(page.getByRole('region', { name: 'Username' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Password' })).toHaveCount(0)
    await control(page, 'Deletion Request').click()
    await expect(page.getByRole('heading', { name: 'Why are you leaving?' })).toBeVisible()
  },
)

/** Where the player's page on the community site is: it names the id of the account. */
async function profileOf(page: Page): Promise<string | null> {
  return control(page, 'See my profile').getAttribute('href')
}
