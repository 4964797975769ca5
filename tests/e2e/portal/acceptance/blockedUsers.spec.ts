import type { Page } from '@playwright/test'
import { ok, refused, status } from '../../fixtures/stubbed-api/answers.ts'
import { player } from '../../fixtures/stubbed-api/defaults.ts'
import { distinctBy } from '../../fixtures/environments.ts'
import { expect } from '../../fixtures/expect.ts'
import { control } from '../../fixtures/page.ts'
import { covers, test } from '../../fixtures/stubbed-portal/test.ts'

const address = '/account/blocked-users-management'
const emptyText = "Here you can see who you have blocked. We hope you won't need this section."
const ann = { Id: 7, Username: 'Ann', AvatarUrl: 'https://medias.site.test/ann.png' }
const bob = { Id: 8, Username: 'Bob', AvatarUrl: 'https://medias.site.test/bob.png' }

for (const environment of ['PROD', 'RELIC'] as const) {
  test(
    `AT-BLK-01 A player sees the blocked users and unblocks one · ${environment}`,
    covers('R-2.1-38', 'R-2.20-1', 'R-2.20-2', 'R-2.20-3', 'R-2.20-5', 'R-7.15-3', 'R-3.1-11'),
    async ({ page, stubbedApi, signIn }) => {
      await stubbedApi.in(environment)
      stubbedApi.stub('GET profile/user/42', [
        ok({ ...player, Blocks: [ann, bob] }),
        ok({ ...player, Blocks: [bob] }),
      ])
      await signIn()
      await page.goto(address)
      for (const { Username, AvatarUrl } of [ann, bob]) {
        await expect(entry(page, Username)).toBeVisible()
        await expect(entry(page, Username).locator(`img[src="${AvatarUrl}"]`)).toBeVisible()
      }
      await expect(page.getByText(emptyText)).toHaveCount(0)
      await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }))
      await control(entry(page, 'Ann'), 'Unblock').click()
      await expect(entry(page, 'Ann')).toHaveCount(0)
      await expect(entry(page, 'Bob')).toBeVisible()
      await expect(control(entry(page, 'Bob'), 'Unblock')).toBeFocused()
      await expect(page.getByRole('status')).toHaveText('Ann is no longer blocked.')
      expect(stubbedApi.sent('POST unblock').map(({ body }) => body)).toEqual([
        { userBlockedId: 7 },
      ])
      expect(await page.evaluate('isSamePage')).toBe(true)
      await control(entry(page, 'Bob'), 'Unblock').click()
      await expect(page.getByText(emptyText)).toBeVisible()
    },
  )
}

for (const environment of distinctBy(() => null)) {
  test(
    `AT-BLK-02 An empty list says so · ${environment}`,
    covers('R-2.20-4'),
    async ({ page, stubbedApi, signIn }) => {
      await stubbedApi.in(environment)
      await signIn()
      await page.goto(address)
      await expect(page.getByText(emptyText, { exact: true })).toBeVisible()
    },
  )
}

test('An unblocking is taken back by Undo where calls beyond the specification are on, and elsewhere has none · PROD', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await stubbedApi.in('PROD')
  stubbedApi.stub('GET profile/user/42', ok({ ...player, Blocks: [ann, bob] }))
  await signIn()
  await page.goto(address)
  await control(entry(page, 'Ann'), 'Unblock').click()
  await expect(page.getByRole('status')).toHaveText('Ann is no longer blocked.')
  await expect(control(page, 'Undo')).toHaveCount(0)

  await stubbedApi.in('PROD', { EnableSecuritySection: true })
  stubbedApi.stub('GET profile/user/42', ok({ ...player, Blocks: [ann, bob] }))
  await signIn()
  await page.goto(address)
  await control(entry(page, 'Ann'), 'Unblock').click()
  await expect(entry(page, 'Ann')).toHaveCount(0)
  await control(page, 'Undo').click()
  await expect(entry(page, 'Ann')).toBeVisible()
  await expect(page.getByRole('status')).toHaveText('Ann is blocked again.')
  await expect(control(page, 'Undo')).toHaveCount(0)
  expect(stubbedApi.sent('POST block').map(({ body }) => body)).toEqual([{ BlockedUserId: 7 }])
})

test('A refused unblock keeps the list · PROD', async ({ page, stubbedApi, signIn }) => {
  await stubbedApi.in('PROD')
  stubbedApi.stub('GET profile/user/42', ok({ ...player, Blocks: [ann, bob] }))
  stubbedApi.stub('POST unblock', refused('ERROR_USER_NOT_EXISTS'))
  await signIn()
  await page.goto(address)
  await control(entry(page, 'Ann'), 'Unblock').click()
  await expect(entry(page, 'Ann').getByRole('alert')).toHaveText('This user does not exist.')
  await expect(entry(page, 'Bob')).toBeVisible()

  stubbedApi.stub('POST unblock', status(500))
  await control(entry(page, 'Ann'), 'Unblock').click()
  await expect(page).toBeOnPath('/errors/internal')
  await page.goBack()
  await expect(entry(page, 'Ann')).toBeVisible()
})

test('5,000 blocked users stay at hand · PROD', async ({ page, stubbedApi, signIn }, testInfo) => {
  const manyBlocked = Array.from({ length: 5000 }, (_, index) => ({
    Id: index + 1,
    Username: `Rival${index + 1}`,
    AvatarUrl: '',
  }))
  await stubbedApi.in('PROD')
  stubbedApi.stub('GET profile/user/42', ok({ ...player, Blocks: manyBlocked }))
  await signIn()
  await page.goto('/account')
  await expect(control(page, 'Blocked Users')).toBeVisible()

  const measured: Record<string, number> = {}
  const measure = async (what: string, work: () => Promise<void>) => {
    const start = Date.now()
    await work()
    measured[what] = Date.now() - start
  }
  await measure('open the list', async () => {
    await control(page, 'Blocked Users').click()
    await expect(entry(page, 'Rival1')).toBeVisible()
  })
  await measure('unblock the first', async () => {
    await control(entry(page, 'Rival1'), 'Unblock').click()
    await expect(entry(page, 'Rival1')).toHaveCount(0)
  })
  await measure('scroll on', async () => {
    await entry(page, 'Rival100').scrollIntoViewIfNeeded()
    await expect(entry(page, 'Rival101')).toBeAttached()
  })
  await measure('find and unblock the last', async () => {
    await page.getByLabel('Find a player').fill('rival5000')
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1)
    await control(entry(page, 'Rival5000'), 'Unblock').click()
    await expect(entry(page, 'Rival5000')).toHaveCount(0)
  })
  await testInfo.attach('milliseconds', { body: JSON.stringify(measured) })
  expect(stubbedApi.sent('POST unblock')).toHaveLength(2)
})

function entry(page: Page, name: string) {
  const isNamed = page.getByText(name, { exact: true })
  return page.getByRole('main').getByRole('listitem').filter({ has: isNamed })
}
