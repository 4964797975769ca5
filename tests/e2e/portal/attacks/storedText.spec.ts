import type { Page } from '@playwright/test'
import { firstByDay } from '../../fixtures/environments.ts'
import { ok, refused } from '../../fixtures/stubbed-api/answers.ts'
import { connects, identification, player } from '../../fixtures/stubbed-api/defaults.ts'
import { expect } from '../../fixtures/expect.ts'
import { logIn } from '../../fixtures/steps/logIn.ts'
import { control, field, goInside } from '../../fixtures/page.ts'
import type { StubbedApi } from '../../fixtures/stubbed-api/stubbedApi.ts'
import { test } from '../../fixtures/stubbed-portal/test.ts'
import { payloads } from '../../attacks/payloads.ts'
import { watchScripts } from '../../attacks/watchScripts.ts'

// The page's own policy is in force: a blocked script is reported, and counts as found.
test.use({ bypassCSP: false })

const all = payloads.join(' ')

/** Every text that an attacker could have stored, as all of the attacks; lists with one an entry. */
function poison(stubbedApi: StubbedApi): void {
  const poisoned = {
    ...player,
    Username: all,
    Email: `${all}@site.test`,
    Titles: payloads.join(';'),
    TitleName: all,
    AvatarUrl: 'javascript:hit()',
    Blocks: payloads.map((Username, at) => ({
      Id: at + 100,
      Username,
      AvatarUrl: `https://medias.site.test/${encodeURIComponent(Username)}`,
    })),
  }
  stubbedApi.stub('GET profile/user/42', ok(poisoned))
  stubbedApi.stub(
    'GET profile/connects',
    ok(
      connects.map((connect, at) => ({
        ...connect,
        Name: payloads[at] ?? '',
        Icon: `https://medias.site.test/${encodeURIComponent(payloads[at] ?? '')}`,
        IsLinked: true,
        ConnectName: all,
        Avatar: 'javascript:hit()',
        Id_Account: payloads[at + 4] ?? '',
        LastCheck: payloads[at + 8] ?? '',
      })),
    ),
  )
  const cookies = payloads.map((text, at) => ({
    Id: at + 1,
    Name: text,
    Description: text,
    IsActive: true,
    IsOptional: at > 0,
    IsAccepted: false,
  }))
  stubbedApi.stub('GET cookie', ok(cookies))
  stubbedApi.stub('GET cookie/user/42', ok(cookies))
  const OptInList = payloads.map((ListName, ListId) => ({ ListId, ListName, IsOptIn: false }))
  stubbedApi.stub('GET newsletter', ok({ OptInList }))
  const DeletionTypes = payloads.map((Description, at) => ({
    Id: at + 1,
    Description,
    IsOther: at === 0,
  }))
  stubbedApi.stub('GET deletion/types', ok({ DeletionTypes }))
  stubbedApi.stub(
    'POST log/identify',
    ok({ ...identification, Username: all, TitleName: all, Email: all, AvatarUrl: all }),
  )
}

const accountScreens = [
  '/account',
  '/account/link-account',
  '/account/newsletter',
  '/account/cookies',
  '/account/deletion-request',
  '/account/blocked-users-management',
  '/account/update-email',
  '/account/update-username',
  '/account/reset-password',
  '/survey/qualification',
  '/survey/qualification/confirm',
]

async function isShown(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

for (const environment of firstByDay(['PROD', 'RELIC'] as const)) {
  test(`K05 Sixty scripts in every stored text run on no screen · ${environment}`, async ({
    page,
    stubbedApi,
    signIn,
    context,
  }) => {
    expect(new Set(payloads).size).toBeGreaterThanOrEqual(60)
    const watched = await watchScripts(context)
    await stubbedApi.in(environment)
    poison(stubbedApi)
    await signIn()
    await page.goto('/account')
    for (const path of accountScreens) {
      await goInside(page, path)
      await isShown(page)
      // Nothing of them became a part of the page.
      await expect(page.locator('[onerror], [onload], [onfocus], iframe, object')).toHaveCount(0)
    }
    await page.goto('/account/blocked-users-management')
    await expect(
      page.getByRole('main').getByText('<img src=x onerror=hit()>', { exact: true }),
    ).toBeVisible()
    expect(watched).toEqual({ hits: [], violations: [] })
  })
}

test('K05 Sixty scripts as the codes of refusals are shown as text · SANDBOX', async ({
  page,
  stubbedApi,
  context,
}) => {
  const watched = await watchScripts(context)
  await stubbedApi.in('SANDBOX')
  stubbedApi.stub('POST log/log-in', refused(...payloads, ['Password', all], [all, all]))
  await page.goto('/login')
  await control(page, 'Reject all').click()
  await field(page, 'Username or email').fill(all.slice(0, 200))
  await field(page, 'Password').fill('Welcome2Gatehouse')
  await control(page, 'Connect').click()
  await expect(page.getByText('<img src=x onerror=hit()>').first()).toBeVisible()
  expect(watched).toEqual({ hits: [], violations: [] })
})

test('K05 Sixty scripts in what a log-in shows of a player are text · PROD', async ({
  page,
  stubbedApi,
  context,
}) => {
  const watched = await watchScripts(context)
  await stubbedApi.in('PROD')
  poison(stubbedApi)
  await page.goto('/login')
  await control(page, 'Reject all').click()
  await logIn(page, 'PROD')
  await isShown(page)
  expect(watched).toEqual({ hits: [], violations: [] })
})
