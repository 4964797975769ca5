import { holdBack, ok, refused } from '../../fixtures/stubbed-api/answers.ts'
import { player, token } from '../../fixtures/stubbed-api/defaults.ts'
import { expect } from '../../fixtures/expect.ts'
import { logIn } from '../../fixtures/steps/logIn.ts'
import { control, field } from '../../fixtures/page.ts'
import type { RecordedCall, StubbedApi } from '../../fixtures/stubbed-api/stubbedApi.ts'
import { covers, test } from '../../fixtures/stubbed-portal/test.ts'
import type { BrowserContext, Page } from '@playwright/test'

/* Two tabs of one browser: one session, one player. */

const update = 'POST profile/user/42/update-username'

test(
  'T33 Two tabs renew their session once, and both go on · PROD',
  covers('R-4.1-18', 'R-4.1-19'),
  async ({ context, page, stubbedApi, signIn }) => {
    await stubbedApi.in('PROD')
    stubbedApi.stub(update, (call) => (isOld(call) ? { status: 401, body: {} } : ok()))
    const renewed = holdBack()
    stubbedApi.stub('GET token/refresh', () =>
      stubbedApi.sent('GET token/refresh').length === 1
        ? renewed.of(ok({ AccessToken: 'IDENT-2' }))
        : refused('ERROR_TOKEN_INVALID_REFRESH'),
    )
    stubbedApi.stub('GET token/IDENT-2', ok({ ...token, Value: 'BEARER-2' }))
    await signIn()
    const tabs = [page, await context.newPage()]
    for (const tab of tabs) {
      await tab.goto('/account/update-username')
      await field(tab, 'New username').fill('NewName')
    }
    await Promise.all(tabs.map((tab) => control(tab, 'Confirm').click()))
    // Both tabs were refused before the session is renewed.
    await expect(stubbedApi).toHaveSent(update, 2)
    renewed.release()
    for (const tab of tabs) await expect(tab).toBeOnPath('/account')
    expect(stubbedApi.sent('GET token/refresh')).toHaveLength(1)
    expect(stubbedApi.sent(update).filter((call) => !isOld(call))).toHaveLength(2)
  },
)

test(
  'T34 A logout in one tab ends the other at once · PROD',
  covers('R-4.3-3', 'R-3.14-1'),
  async ({ context, page, stubbedApi, signIn }) => {
    await stubbedApi.in('PROD')
    await signIn()
    const other = await openAccount(context, page)
    await control(other, 'Logout').click()
    await expect(other).toBeOnPath('/')
    await expect(page).toBeOnPath('/')
    await expect(page.getByText(player.Username, { exact: true })).toHaveCount(0)
    // The history brings nothing back.
    await page.goto('/account')
    await expect(page).toBeOnPath('/')
  },
)

test('A log-in in one tab takes the other one along, from the log-in to the account', async ({
  context,
  page,
  stubbedApi,
}) => {
  await stubbedApi.in('PROD')
  const other = await context.newPage()
  for (const tab of [page, other]) await tab.goto('/login')
  await logIn(other, 'PROD')
  await expect(other).toBeOnPath('/account')
  await expect(page).toBeOnPath('/account')
  await expect(page.getByText(player.Username).first()).toBeVisible()
})

test(
  'T35 Another player who logs in in one tab is not mixed with the one before in the other · PROD',
  covers('R-3.14-1', 'R-3.14-2'),
  async ({ context, page, stubbedApi, signIn }) => {
    await stubbedApi.in('PROD')
    playSecond(stubbedApi)
    await signIn()
    const other = await openAccount(context, page)
    await control(other, 'Logout').click()
    await expect(page).toBeOnPath('/')
    await other.goto('/login')
    await logIn(other, 'PROD', { name: 'PlayerTwo' })
    await expect(other.getByText('PlayerTwo').first()).toBeVisible()
    await expect(page.getByText('PlayerOne', { exact: true })).toHaveCount(0)
    await page.goto('/account')
    await expect(page.getByText('PlayerTwo').first()).toBeVisible()
    await expect(page.getByText('PlayerOne', { exact: true })).toHaveCount(0)
  },
)

test(
  'T35 A tab that missed the change of player starts again before it shows or sends anything · PROD',
  covers('R-3.14-1', 'R-4.1-19'),
  async ({ context, page, stubbedApi, signIn }) => {
    await stubbedApi.in('PROD')
    playSecond(stubbedApi)
    await signIn()
    await page.goto('/account/update-username')
    await field(page, 'New username').fill('NewName')
    // Meanwhile the browser belongs to another player, and the first player's bearer is dead.
    const identity = (await context.cookies()).find(({ value }) => value === 'IDENT-1')
    if (identity === undefined) throw new Error('No player is logged in.')
    await context.addCookies([{ ...identity, value: 'IDENT-43' }])
    stubbedApi.stub(update, { status: 401, body: {} })
    await control(page, 'Confirm').click()
    await expect(page.getByText('PlayerTwo').first()).toBeVisible()
    await expect(page.getByText('PlayerOne', { exact: true })).toHaveCount(0)
    expect(stubbedApi.sent('GET token/refresh')).toEqual([])
    // The change for the first player's account was not made to the second's.
    expect(stubbedApi.sent('POST profile/user/*/update-username')).toHaveLength(1)
  },
)

test(
  'A tab that missed the change of player sends its form in the name of who filled it · PROD',
  covers('R-3.14-1', 'R-4.1-19'),
  async ({ context, page, stubbedApi, signIn }) => {
    await stubbedApi.in('PROD')
    playSecond(stubbedApi)
    stubbedApi.stub(update, ok())
    // A tab that sleeps hears nothing of the others.
    await page.addInitScript(() => {
      class Silent extends EventTarget {
        postMessage() {}
        close() {}
      }
      Object.assign(globalThis, { BroadcastChannel: Silent })
    })
    await signIn()
    await page.goto('/account/update-username')
    await field(page, 'New username').fill('NewName')
    const other = await context.newPage()
    await other.goto('/account')
    await control(other, 'Logout').click()
    await other.goto('/login')
    await logIn(other, 'PROD', { name: 'PlayerTwo' })
    await expect(other.getByText('PlayerTwo').first()).toBeVisible()
    await control(page, 'Confirm').click()
    await expect(stubbedApi).toHaveSent(update, 1)
    const sent = stubbedApi.sent('POST profile/user/*/update-username')
    expect(sent.map(isOld)).toEqual([true])
  },
)

function isOld({ headers }: RecordedCall): boolean {
  return headers['authorization'] === 'Bearer BEARER-1'
}

/** Opens the account in this tab and in another one, and returns the other. */
async function openAccount(context: BrowserContext, page: Page): Promise<Page> {
  const other = await context.newPage()
  for (const tab of [page, other]) {
    await tab.goto('/account')
    await expect(tab.getByText(player.Username).first()).toBeVisible()
  }
  return other
}

/** From the next log-in on the account API knows PlayerTwo, too. */
function playSecond(stubbedApi: StubbedApi): void {
  stubbedApi.stub('POST log/log-in', ok({ Created: 'IDENT-43' }))
  stubbedApi.stub('GET token/IDENT-43', ok({ ...token, Value: 'BEARER-43', Id_User: 43 }))
  stubbedApi.stub('GET profile/user/43', ok({ ...player, Id: 43, Username: 'PlayerTwo' }))
  stubbedApi.stub('GET cookie/user/43', ok([]))
}
