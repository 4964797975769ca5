import { firstByDay } from '../../fixtures/environments.ts'
import { holdBack, ok, refused, status } from '../../fixtures/stubbed-api/answers.ts'
import { expect } from '../../fixtures/expect.ts'
import { control } from '../../fixtures/page.ts'
import { covers, test } from '../../fixtures/stubbed-portal/test.ts'
import type { Page } from '@playwright/test'

for (const environment of firstByDay(['PROD', 'RELIC'] as const)) {
  test(
    `AT-NEWS-01 The page shows each list and whether it is active · ${environment}`,
    covers('R-2.1-31', 'R-2.18-1 … R-2.18-5', 'R-7.9-1', 'R-3.5-1', 'R-3.5-2', 'R-3.5-3'),
    async ({ page, stubbedApi, signIn }) => {
      await stubbedApi.in(environment)
      await signIn()
      await page.goto('/account/newsletter')
      await expect(control(list(page, 'Platform news'), 'Activate')).toBeVisible()
      await expect(control(list(page, 'Studio news'), 'Active')).toBeVisible()
      await expect(list(page, 'Platform news').getByRole('paragraph')).toHaveText(/email/)
      await expect(list(page, 'Studio news').getByRole('paragraph')).toHaveText(/email/)
    },
  )
}

test('the sign of a list is full while its player gets it, and never unseen', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await stubbedApi.in('PROD')
  await signIn()
  await page.goto('/account/newsletter')
  await list(page, 'Studio news').waitFor()
  const colours = await page
    .locator('main li > span:has(svg)')
    .evaluateAll((signs) => signs.map((sign) => getComputedStyle(sign).backgroundColor))
  expect(new Set(colours).size).toBe(2)
  expect(colours).not.toContain('rgba(0, 0, 0, 0)')
})

test(
  'AT-NEWS-02 A list can be switched on and off · PROD',
  covers('R-4.7-1', 'R-4.7-2', 'R-7.9-2'),
  async ({ page, stubbedApi, signIn }) => {
    await stubbedApi.in('PROD')
    const held = holdBack()
    stubbedApi.stub('POST newsletter/optin-user', () => held.of(ok()))
    await signIn()
    await page.goto('/account/newsletter')
    await control(list(page, 'Platform news'), 'Activate').click()
    await expect(control(list(page, 'Platform news'), 'Activate')).toHaveAttribute(
      'aria-busy',
      'true',
    )
    held.release()
    await expect(control(list(page, 'Platform news'), 'Active')).toBeVisible()
    await expect(control(list(page, 'Studio news'), 'Active')).toBeVisible()
    await control(list(page, 'Studio news'), 'Active').click()
    await expect(control(list(page, 'Studio news'), 'Activate')).toBeVisible()
    await expect(control(list(page, 'Platform news'), 'Active')).toBeVisible()
    expect(stubbedApi.sent('POST newsletter/optin-user').map(({ body }) => body)).toEqual([
      { ListId: 1, IsOptIn: true, IsG2GOptIn: true },
      { ListId: 2, IsOptIn: false, IsG2GOptIn: false },
    ])
  },
)

test(
  'AT-NEWS-02 The choice of a list that the API marks as the platform’s own says so · PROD',
  covers('R-7.9-2'),
  async ({ page, stubbedApi, signIn }) => {
    await stubbedApi.in('PROD')
    const lists = [
      { ListId: 4, ListName: 'Studio news', IsOptIn: false },
      { ListId: 5, ListName: 'Platform news', IsOptIn: false, IsG2G: true },
    ]
    stubbedApi.stub('GET newsletter', ok({ OptInList: lists }))
    await signIn()
    await page.goto('/account/newsletter')
    for (const { ListName } of lists) {
      await control(list(page, ListName), 'Activate').click()
      await expect(control(list(page, ListName), 'Active')).toBeVisible()
    }
    await control(list(page, 'Platform news'), 'Active').click()
    await expect(control(list(page, 'Platform news'), 'Activate')).toBeVisible()
    expect(stubbedApi.sent('POST newsletter/optin-user').map(({ body }) => body)).toEqual([
      { ListId: 4, IsOptIn: true, IsG2GOptIn: false },
      { ListId: 5, IsOptIn: true, IsG2GOptIn: true },
      { ListId: 5, IsOptIn: false, IsG2GOptIn: false },
    ])
  },
)

for (const [code, words] of [
  ['ERROR_OPTIN', 'An error occurred, please try again later'],
  ['ERROR_OPTIN_NOT_EXISTS', 'The list id does not exist.'],
] as const) {
  test(
    `AT-NEWS-03 A refused switch says why: ${code} · PROD`,
    covers('R-8.3-3', 'R-8.4-48', 'R-8.4-49', 'R-4.7-1'),
    async ({ page, stubbedApi, signIn }) => {
      await stubbedApi.in('PROD')
      stubbedApi.stub('POST newsletter/optin-user', refused(code))
      await signIn()
      await page.goto('/account/newsletter')
      await control(list(page, 'Platform news'), 'Activate').click()
      await expect(list(page, 'Platform news').getByRole('alert')).toContainText(words)
      await expect(control(list(page, 'Platform news'), 'Activate')).toBeVisible()
      await expect(page).toBeOnPath('/account/newsletter')
    },
  )
}

test(
  'AT-ROUTE-11 The newsletter route is open without its menu entry · PROD',
  covers('R-2.1-33', 'R-2.12-9'),
  async ({ page, stubbedApi, signIn }) => {
    await stubbedApi.in('PROD', { EnableNewsletterSection: false })
    await signIn()
    await page.goto('/account/newsletter')
    await expect(list(page, 'Platform news')).toBeVisible()
    await expect(page).toBeOnPath('/account/newsletter')
    await expect(control(page, 'Newsletter')).toHaveCount(0)
  },
)

test(
  'The newsletter entry without its route leads to Information · PROD',
  covers('R-2.1-32', 'R-2.12-9'),
  async ({ page, stubbedApi, signIn }) => {
    await stubbedApi.in('PROD', { EnableConnectionsSection: false })
    await signIn()
    await page.goto('/account')
    await control(page, 'Newsletter').click()
    await expect(page).toBeOnPath('/account')
    expect(stubbedApi.sent('GET newsletter')).toEqual([])
  },
)

test(
  'The unsubscribe screen without a link calls nothing · PROD',
  covers('R-2.1-75', 'R-2.23-1'),
  async ({ page, stubbedApi }) => {
    await stubbedApi.in('PROD')
    await page.goto('/unsubscribe')
    await expect(page.getByText('You have been unsubscribed.')).toBeVisible()
    expect(stubbedApi.calls).toEqual([])
  },
)

test('An unsubscribe link that is not valid says so · PROD', async ({ page, stubbedApi }) => {
  await stubbedApi.in('PROD')
  stubbedApi.stub('POST newsletter/unsubscribe', refused('ERROR_EMAIL_RECOVERY_NOTEXISTS'))
  await page.goto('/unsubscribe?t=forged')
  await expect(page).toBeOnPath('/errors/bad-request')
  await expect(page.getByText('Your link is invalid')).toBeVisible()
  stubbedApi.stub('POST newsletter/unsubscribe', status(500))
  await page.goto('/unsubscribe?t=unlucky')
  await expect(page).toBeOnPath('/errors/internal')
})

test('Where the portal goes beyond the specification, a list has its own sentence and a switch', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await stubbedApi.in('PROD', { EnableSecuritySection: true })
  const lists = [
    { ListId: 1, ListName: 'Platform news', IsOptIn: false, Description: 'What is new here.' },
    { ListId: 2, ListName: 'Studio news', IsOptIn: true, Description: '' },
  ]
  stubbedApi.stub('GET newsletter', ok({ OptInList: lists }))
  await signIn()
  await page.goto('/account/newsletter')
  const platform = page.getByRole('switch', { name: 'Platform news' })
  await expect(platform).not.toBeChecked()
  await expect(platform).toHaveAccessibleDescription('What is new here.')
  await expect(page.getByRole('switch', { name: 'Studio news' })).toBeChecked()
  await expect(list(page, 'Studio news').getByRole('paragraph')).toHaveText(/email/)
  await platform.click()
  await expect(page.getByRole('status')).toHaveText('You get Platform news now.')
  await expect(platform).toBeChecked()
  await expect(page.getByRole('button', { name: /Active|Activate/ })).toHaveCount(0)
})

function list(page: Page, name: string) {
  return page.getByRole('listitem', { name })
}
