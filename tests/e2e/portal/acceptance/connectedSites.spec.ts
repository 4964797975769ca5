import { ok, refused } from '../../fixtures/stubbed-api/answers.ts'
import { connectsWith } from '../../fixtures/stubbed-api/connectsWith.ts'
import { expect } from '../../fixtures/expect.ts'
import { control, rowControl } from '../../fixtures/page.ts'
import { test } from '../../fixtures/stubbed-portal/test.ts'

const address = '/account/connected-sites'

test('A player sees the sites of others and takes the access back, and the studio’s own without a button (AT-SEC-05)', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await stubbedApi.in('PROD', { EnableSitesSection: true })
  await signIn()
  await page.goto(address)
  await expect(page).toHaveTitle('Account - Connected sites')
  await expect(control(page, 'Connected sites')).toHaveAttribute('aria-current', 'page')
  const site = page.getByRole('main').getByRole('listitem', { name: 'Guild Ledger' })
  await expect(site).toContainText('Since 4 May 2026. It can:')
  await expect(site.getByRole('listitem')).toHaveText([
    'recognise you when you come back',
    'see your username, your avatar and your titles',
  ])

  stubbedApi.stub('POST sites/withdraw', refused('INVALID_REQUEST'))
  await rowControl(site, 'Withdraw').click()
  await expect(site.getByRole('alert')).toBeVisible()

  stubbedApi.stub('POST sites/withdraw', ok())
  await rowControl(site, 'Withdraw').click()
  await expect(site).toHaveCount(0)
  const own = page.getByRole('main').getByRole('listitem', { name: 'Community' })
  await expect(own).toContainText('Belongs to Studio')
  await expect(own.getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('status')).toHaveText('Guild Ledger can no longer use your account.')
  expect(stubbedApi.sent('POST sites/withdraw').at(-1)?.body).toEqual({ ClientId: 'guild' })
})

for (const path of [
  '/account/update-username',
  '/account/update-email',
  '/account/reset-password',
  '/survey/qualification',
]) {
  test(`The menu shows the section of ${path}`, async ({ page, stubbedApi, signIn }) => {
    await stubbedApi.in('PROD')
    stubbedApi.stub('GET profile/connects', connectsWith({}))
    await signIn()
    await page.goto(path)
    await expect(control(page, 'My information')).toHaveAttribute('aria-current', 'true')
  })
}

test('Beside the information stands what is true of the player', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await stubbedApi.in('PROD')
  await signIn()
  await page.goto('/account')
  const overview = page.getByRole('complementary', { name: 'Overview' })
  await expect(overview.getByRole('region', { name: 'Linked accounts' })).toContainText('SteamGuy')
  await expect(overview.getByRole('region', { name: 'Newsletters' })).toContainText('Studio news')
  // Its call is none of the specification's.
  await expect(overview.getByRole('region', { name: 'Last time you logged in' })).toHaveCount(0)
  await expect(overview.getByRole('region', { name: 'To do' })).toHaveCount(0)
  await expect(overview.getByRole('region', { name: 'Blocked' })).toHaveCount(0)
  await control(overview, 'Link another one').click()
  await expect(page).toHaveURL('/account/link-account')
})

test('A player without a link, and one whose link has broken, read what is to do', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await stubbedApi.in('PROD')
  const toDo = page.getByRole('region', { name: 'To do' })
  stubbedApi.stub('GET profile/connects', connectsWith({}))
  await signIn()
  await page.goto('/account')
  await expect(toDo).toContainText('Link the accounts you play with to get their rewards.')
  await expect(page.getByRole('region', { name: 'Linked accounts' })).toHaveCount(0)
  stubbedApi.stub('GET profile/connects', connectsWith({ steam: { IsGone: true } }))
  await page.reload()
  await expect(toDo).toContainText('Steam no longer knows the account you linked.')
  await control(toDo, 'Fix it').click()
  await expect(page).toHaveURL('/account/link-account')
})

test('Where no site of others can ask, there is no section of them', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await stubbedApi.in('PROD')
  await signIn()
  await page.goto(address)
  await expect(page).toHaveURL('/account')
  await expect(control(page, 'Connected sites')).toHaveCount(0)
})

test('Home says what the deployment has it say, as text', async ({ page, stubbedApi }) => {
  await stubbedApi.in('PROD', { Welcome: 'Well met <b>you</b>', Lead: 'One key for all doors.' })
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Well met <b>you</b>')
  await expect(page.getByText('One key for all doors.', { exact: true })).toBeVisible()
})

for (const [path, stub, answer] of [
  ['/account/newsletter', 'GET newsletter', { OptInList: [] }],
  ['/account/connected-sites', 'GET sites', { Sites: [] }],
  ['/account/blocked-users-management', 'GET cookie', []],
] as const) {
  test(`A list without entries is drawn · ${path}`, async ({ page, stubbedApi, signIn }) => {
    await stubbedApi.in('PROD', { EnableSitesSection: true })
    stubbedApi.stub(stub, ok(answer))
    await signIn()
    await page.goto(path)
    const drawing = page.getByRole('main').locator('svg[viewBox="0 0 96 64"]')
    await expect(drawing).toBeVisible()
    expect((await drawing.boundingBox())?.width).toBeGreaterThan(100)
  })
}
