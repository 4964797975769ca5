import type { Page, Request } from '@playwright/test'
import { stubbedApiAddress } from '../../fixtures/running-product/addresses.ts'
import { consentOf, forgetConsent } from '../../fixtures/consent.ts'
import { ok } from '../../fixtures/stubbed-api/answers.ts'
import { player } from '../../fixtures/stubbed-api/defaults.ts'
import { expect } from '../../fixtures/expect.ts'
import { test } from '../../fixtures/stubbed-portal/test.ts'
import { requestsFromNowOn } from '../../fixtures/traffic.ts'

const anonymous = [
  '/',
  '/login',
  '/register',
  '/register/confirm',
  '/password-recovery',
  '/password-recovery/sent',
  '/confirm-email/send',
  '/unsubscribe',
  '/deletion/confirm',
  '/errors',
  '/errors/not-found',
  '/errors/internal',
]
const signedIn = [
  '/account',
  '/account/newsletter',
  '/account/cookies',
  '/account/link-account',
  '/account/blocked-users-management',
  '/account/deletion-request',
  '/account/update-email',
  '/account/update-username',
  '/account/reset-password',
  '/survey/qualification',
  '/survey/qualification/confirm',
]
/** Every deployment of the studio itself: pictures, and the pages that links lead to. */
const ours: ReadonlySet<string> = new Set([
  new URL(stubbedApiAddress).origin,
  'https://medias.site.test',
  'https://www.site.test',
])

test('K10 Before a choice no visitor’s page asks a tracker or keeps more than the portal needs · PROD', async ({
  page,
  stubbedApi,
  context,
}) => {
  await stubbedApi.in('PROD', { TagManagerId: 'GTM-X' })
  const requests = requestsFromNowOn(page)
  for (const path of anonymous) await visit(page, path)
  expect(foreignIn(requests)).toEqual([])
  expect(await context.cookies()).toEqual([])
  expect(await storedBeyondNeed(page)).toEqual([])
})

test('K10 Before a choice no player’s page asks a tracker or keeps more than the portal needs · PROD', async ({
  page,
  stubbedApi,
  signIn,
  context,
}) => {
  await stubbedApi.in('PROD', { TagManagerId: 'GTM-X' })
  stubbedApi.stub('GET profile/user/42', ok({ ...player, IsCookiePopupSeen: false }))
  await signIn()
  await forgetConsent(context)
  const requests = requestsFromNowOn(page)
  for (const path of signedIn) await visit(page, path)
  expect(foreignIn(requests)).toEqual([])
  expect(await consentOf(context)).toEqual({})
  expect((await context.cookies()).map(({ name }) => name)).toEqual(['sso_identity'])
  expect(await storedBeyondNeed(page)).toEqual([])
})

/** The addresses of requests that go anywhere but to the studio. */
function foreignIn(requests: readonly Request[]): readonly string[] {
  return requests
    .map((request) => request.url())
    .filter((url) => !/^(data|blob):/.test(url) && !ours.has(new URL(url).origin))
}

async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page).toBeOnPath(path)
  await expect(page.getByRole('button', { name: 'Accept all' })).toBeVisible()
}

/** The names in this browser's storages, without the player's drafts and the positions of pages. */
async function storedBeyondNeed(page: Page): Promise<string[]> {
  const names = await page.evaluate(() => [
    ...Object.keys(localStorage),
    ...Object.keys(sessionStorage),
  ])
  return names.filter((name) => !name.startsWith('sso.'))
}
