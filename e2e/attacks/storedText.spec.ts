import type { Page } from '@playwright/test'
import { ok, refused } from '../bench/answers.ts'
import { connects, identification, player } from '../bench/defaults.ts'
import { expect } from '../bench/expect.ts'
import { logIn } from '../bench/logIn.ts'
import { control, field } from '../bench/page.ts'
import type { S0 } from '../bench/s0.ts'
import { test } from '../bench/test.ts'
import { payloads } from './payloads.ts'
import { watchScripts } from './watchScripts.ts'

// The page's own policy is in force: what it has to stop is told, and counts as found.
test.use({ bypassCSP: false })

const all = payloads.join(' ')

/** Every text that somebody could have stored, as all of the attacks; lists with one an entry. */
function poison(s0: S0): void {
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
  s0.stub('GET profile/user/42', ok(poisoned))
  s0.stub(
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
  s0.stub('GET cookie', ok(cookies))
  s0.stub('GET cookie/user/42', ok(cookies))
  const OptInList = payloads.map((ListName, ListId) => ({ ListId, ListName, IsOptIn: false }))
  s0.stub('GET newsletter', ok({ OptInList }))
  const DeletionTypes = payloads.map((Description, at) => ({
    Id: at + 1,
    Description,
    IsOther: at === 0,
  }))
  s0.stub('GET deletion/types', ok({ DeletionTypes }))
  s0.stub(
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

for (const environment of ['PROD', 'RELIC'] as const) {
  test(`K05 Sixty scripts in every stored text run on no screen · ${environment}`, async ({
    page,
    s0,
    signIn,
    context,
  }) => {
    test.slow()
    expect(new Set(payloads).size).toBeGreaterThanOrEqual(60)
    const watched = await watchScripts(context)
    await s0.in(environment)
    poison(s0)
    await signIn()
    for (const path of accountScreens) {
      await page.goto(path)
      await isShown(page)
      // Nothing of them became a part of the page.
      await expect(page.locator('[onerror], [onload], [onfocus], iframe, object')).toHaveCount(0)
    }
    await page.goto('/account/blocked-users-management')
    await expect(page.getByText('<img src=x onerror=hit()>', { exact: true })).toBeVisible()
    expect(watched).toEqual({ hits: [], violations: [] })
  })
}

test('K05 Sixty scripts as the codes of refusals are shown as text · SANDBOX', async ({
  page,
  s0,
  context,
}) => {
  const watched = await watchScripts(context)
  await s0.in('SANDBOX')
  s0.stub('POST log/log-in', refused(...payloads, ['Password', all], [all, all]))
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
  s0,
  context,
}) => {
  const watched = await watchScripts(context)
  await s0.in('PROD')
  poison(s0)
  await page.goto('/login')
  await control(page, 'Reject all').click()
  await logIn(page, 'PROD')
  await isShown(page)
  expect(watched).toEqual({ hits: [], violations: [] })
})
