import type { BrowserContext, Page } from '@playwright/test'
import { ok, refused } from '../../fixtures/stubbed-api/answers.ts'
import { distinctBy, firstByDay, partnerEnvironments } from '../../fixtures/environments.ts'
import { expect } from '../../fixtures/expect.ts'
import { control, field, submit } from '../../fixtures/page.ts'
import { approve, newcomer, playPartner } from '../../fixtures/steps/partner.ts'
import { covers, test } from '../../fixtures/stubbed-portal/test.ts'

test.use({ hasClock: true })

/* A partner's newcomer becomes an account without being asked. */

const register = 'POST partner/user/register'
const bypass = { BypassPartnerRegisterPage: true }

for (const environment of firstByDay(
  distinctBy(
    ({ codeOfConduct, minimumSecondsOnForm }) => [codeOfConduct, minimumSecondsOnForm],
    partnerEnvironments,
  ),
)) {
  test(
    `AT-PAR-12 A deployment can bypass the register screen · ${environment}`,
    covers('R-2.8-10', 'R-2.8-11', 'R-2.8-12', 'R-4.5-2', 'R-1.4-17'),
    async ({ page, stubbedApi, context }) => {
      await watchFor(page, 'Confirm username')
      await playPartner(stubbedApi, environment, newcomer, bypass)
      await page.goto('/oauth/partner?code=c')
      await expect(page).toBeOnPath('/account')
      expect(stubbedApi.sent(register)).toHaveLength(1)
      expect(stubbedApi.sent(register)[0]?.body).toMatchObject({
        Username: 'Pat',
        ApprovePrivacyPolicy: true,
        ApproveEULA: true,
        ApproveCodeOfConduct: true,
      })
      expect(await isSignedIn(context)).toBe(true)
      expect(await page.evaluate(() => sessionStorage.getItem('was-seen'))).toBeNull()
    },
  )

  test(`The screen asks for the fields that the bypass is refused · ${environment}`, async ({
    page,
    stubbedApi,
  }) => {
    await playPartner(stubbedApi, environment, newcomer, bypass)
    await page.clock.install()
    stubbedApi.stub(register, [
      refused(['Username', 'ERROR_USERNAME_EXIST'], ['IP', 'ERROR_NOT_ALLOWED']),
      ok({ Created: 'C-9' }),
    ])
    await page.goto('/oauth/partner?code=c')
    await expect(field(page, 'Username')).toHaveError('already taken')
    await expect(page.getByText('You are not allowed to do this action.')).toBeVisible()
    await field(page, 'Username').fill('PatToo')
    await expect(field(page, 'Username')).not.toHaveAttribute('aria-invalid')
    await approve(page, environment)
    await page.clock.fastForward('00:06')
    await submit(page).click()
    await expect(page).toBeOnPath('/account')
    expect(stubbedApi.sent(register).map(({ body }) => body)).toMatchObject([
      { Username: 'Pat' },
      { Username: 'PatToo' },
    ])
  })
}

test(
  'AT-COOK-11 The registration of a partner’s player is an event after consent alone · RELIC',
  covers('R-4.6-6'),
  async ({ page, stubbedApi, context }) => {
    for (const choice of ['Accept all', 'Reject all'] as const) {
      await context.clearCookies()
      await playPartner(stubbedApi, 'RELIC', newcomer, bypass)
      await page.goto('/')
      await control(page, choice).click()
      await page.goto(`/oauth/partner?code=${encodeURIComponent(choice)}`)
      await expect(page).toBeOnPath('/account')
      const events = await page.evaluate(() => {
        const { dataLayer = [] } = window as { dataLayer?: readonly { readonly event?: string }[] }
        return dataLayer.map(({ event }) => event)
      })
      expect(events).toEqual(choice === 'Accept all' ? ['partner_register_confirm'] : [])
      const accepted = choice === 'Accept all'
      expect(stubbedApi.sent(register).at(-1)?.body).toMatchObject({
        Cookies: [
          { Id_Cookie: 2, IsAccepted: accepted },
          { Id_Cookie: 3, IsAccepted: accepted },
        ],
      })
    }
  },
)

/** Notes when a text is on the page, however shortly. */
async function watchFor(page: Page, words: string): Promise<void> {
  await page.addInitScript((text) => {
    new MutationObserver(() => {
      if (document.body?.textContent?.includes(text)) sessionStorage.setItem('was-seen', text)
    }).observe(document, { childList: true, subtree: true })
  }, words)
}

async function isSignedIn(context: BrowserContext): Promise<boolean> {
  return (await context.cookies()).some(({ value }) => value === 'IDENT-1')
}
