import { environmentNames } from '@gatehouse/contract/environments'
import { type Path, paths } from '@gatehouse/contract/routes'
import { firstByDay } from '../../fixtures/environments.ts'
import { expect } from '../../fixtures/expect.ts'
import { sectionSeven } from '../../fixtures/stubbed-api/sectionSeven.ts'
import { test } from '../../fixtures/stubbed-portal/test.ts'

/*
 * Every screen against an account API with exactly the calls of the specification's section 7: any
 * other request fails the test. All scenarios of a deployment with nothing beyond the specification
 * are held to the same list.
 */

/** The queries that screens need: of mail links, services and partners. */
const queries: Partial<Record<Path, string>> = {
  '/oauth': '?client_id=game&redirect_uri=https%3A%2F%2Fwww.site.test%2F&state=S',
  '/oauth/partner': '?code=C&state=S',
  '/confirm-email': '?uid=U',
  '/register/validate': '?verificationCode=V',
  '/password-recovery/reset': '?token=T',
  '/account/update-email/confirm': '?uid=U',
  '/account/update-email/recovery': '?uid=U',
  '/relic/callback': '?result=SUCCESS',
  '/steam/callback': '?openid.mode=id_res&openid.ns=N',
  '/twitch/callback': '?code=C',
  '/epic-games/callback': '?code=C',
}

const isError = (path: string) => path.startsWith(paths.error)
// The session ends at the log-out: it comes last.
const walk = Object.values(paths).toSorted(
  (one, other) => Number(one === paths.logout) - Number(other === paths.logout),
)

// PROD comes first: by day it stands for all.
const inTheirOrder = environmentNames.toSorted(
  (one, other) => Number(other === 'PROD') - Number(one === 'PROD'),
)

for (const environment of firstByDay(inTheirOrder)) {
  for (const who of ['visitor', 'player'] as const) {
    test(`AT-GEN-10 Every screen comes with the calls of section 7 alone, for a ${who} · ${environment}`, async ({
      page,
      stubbedApi,
      signIn,
    }) => {
      await stubbedApi.in(environment)
      stubbedApi.only(sectionSeven)
      for (const path of walk) {
        await test.step(path, async () => {
          await page.context().clearCookies({ name: /^(?!sso_consent_)/ })
          if (who === 'player') await signIn()
          await page.goto(`${path}${queries[path] ?? ''}`)
          await expect(page.locator('h1')).not.toHaveCount(0)
          await stubbedApi.settled(page)
          const { pathname } = new URL(page.url())
          expect(isError(pathname), `${path} leads to ${pathname}`).toBe(isError(path))
          expect(stubbedApi.unanswered, path).toEqual([])
        })
      }
    })
  }
}
