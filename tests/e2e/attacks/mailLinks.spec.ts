import { expect } from '../fixtures/expect.ts'
import { control } from '../fixtures/page.ts'
import { test } from '../fixtures/test.ts'
import { requestsOfNextPages } from '../fixtures/traffic.ts'

test('D13 The token of a recovery is sent to no other site · PROD', async ({
  page,
  stubbedApi,
}) => {
  const token = 'a-token-that-nobody-else-may-see'
  await stubbedApi.in('PROD', { TagManagerId: 'GTM-X' })
  // Consent to everything: even then no tag is let in here.
  await page.goto('/')
  const tag = page.waitForRequest(/googletagmanager/)
  await control(page, 'Accept all').click()
  await tag
  const requests = await requestsOfNextPages(page)
  const answer = await page.goto(`/password-recovery/reset?token=${token}`)
  expect(answer?.headers()['referrer-policy']).toBe('no-referrer')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page).not.toHaveURL(/token/)
  expect(await page.evaluate(() => document.referrer)).not.toContain(token)
  const [first, ...others] = requests
  expect(first?.url()).toContain(token)
  expect(others.length).toBeGreaterThan(2)
  for (const request of others) {
    expect(request.url()).not.toContain(token)
    expect(request.headers()['referer'] ?? '').not.toContain(token)
    expect(request.url()).not.toContain('googletagmanager')
  }
  // Its entry of the history has it, for a reload, and no other place.
  const kept = await page.evaluate(() =>
    JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }]),
  )
  expect(kept).not.toContain(token)
})
