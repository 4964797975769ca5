import type { Page } from '@playwright/test'
import { expect } from '../../fixtures/expect.ts'
import { logIn } from '../../fixtures/steps/logIn.ts'
import { control } from '../../fixtures/page.ts'
import { test } from '../../fixtures/stubbed-portal/test.ts'
import { watchScripts } from '../../attacks/watchScripts.ts'

const own = [
  'sso.redirectUrl',
  'sso.linkRedirectUrl',
  'sso.state',
  'sso.tracking',
  'sso.withdrawals',
]
const junk = [
  'javascript:hit()',
  '"><img src=x onerror=hit()>',
  '{"url":"javascript:hit()","at":0}',
  '{"url":["https://evil.io"],"at":"never"}',
  '{"__proto__":{"url":"https://evil.io"}}',
  '[]',
  'null',
  '12',
  '{',
  '\0',
]

/** Puts something under every name that the portal keeps things by, then fills the rest where `isFilled` says so. */
async function spoil(page: Page, value: string, isFilled = false): Promise<void> {
  await page.evaluate(
    ([names, text, fills]) => {
      for (const storage of [localStorage, sessionStorage]) {
        for (const name of names) storage.setItem(name, text)
        if (!fills) continue
        try {
          storage.setItem('junk', 'x'.repeat(5_300_000))
        } catch {
          storage.setItem('junk', 'x'.repeat(4_000_000))
        }
      }
    },
    [own, value, isFilled] as const,
  )
}

test('K09 Junk in the storages is ignored, and the portal works · SANDBOX', async ({
  page,
  stubbedApi,
  context,
}) => {
  const watched = await watchScripts(context)
  await stubbedApi.in('SANDBOX')
  await page.goto('/login')
  await control(page, 'Reject all').click()
  for (const value of junk) {
    await spoil(page, value)
    await page.goto('/login')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  // The log-in has no room left to keep anything.
  await spoil(page, junk[0] ?? '', true)
  await page.goto('/login')
  await logIn(page, 'SANDBOX')
  await expect(page).toBeOnPath('/account')
  expect(watched.hits).toEqual([])
  expect(stubbedApi.visits).toEqual([])
})
