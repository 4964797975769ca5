import type { Page } from '@playwright/test'
import { full, holdBack, lost, ok } from '../../fixtures/stubbed-api/answers.ts'
import { security as overview } from '../../fixtures/stubbed-api/defaults.ts'
import { expect } from '../../fixtures/expect.ts'
import { control, rowControl } from '../../fixtures/page.ts'
import { test } from '../../fixtures/stubbed-portal/test.ts'

/* Codes that no other answer shows again, and rows that go while the keyboard stands on them. */

const Codes = Array.from({ length: 10 }, (_, at) => `ABCD-EFG${at}`)
const Seal = 'SEALED'
const on = { EnableSecuritySection: true, StrongSignIn: 'optional' } as const

test.beforeEach(async ({ page, stubbedApi, signIn, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await stubbedApi.in('PROD', on)
  stubbedApi.stub('POST security/recovery-codes', ok({ Codes, Seal }))
  await signIn()
  await page.goto('/account/security')
})

test('Old codes end after a question alone', async ({ page, stubbedApi }) => {
  const dialog = page.getByRole('dialog')
  await control(page, 'Make new codes').click()
  await expect(dialog).toContainText('New codes: the old ones stop working.')
  await expect(control(dialog, 'Cancel')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(control(page, 'Make new codes')).toBeFocused()
  expect(stubbedApi.sent('POST security/recovery-codes')).toEqual([])
  await control(page, 'Make new codes').click()
  await control(dialog, 'Make new codes').click()
  await expect(dialog.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible()
  expect(stubbedApi.sent('POST security/recovery-codes')).toHaveLength(1)
})

test('New codes stay until the player has stored them, and what is done to them is said in front', async ({
  page,
}) => {
  const dialog = page.getByRole('dialog')
  await control(page, 'Make new codes').click()
  await control(dialog, 'Make new codes').click()
  const codes = dialog.getByRole('listitem')
  await expect(codes).toHaveText(Codes)
  // Read from the top: the codes come before the tick.
  await expect(dialog.getByRole('heading', { name: 'Your recovery codes' })).toBeFocused()
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('Escape')
  await expect(codes).toHaveText(Codes)
  await control(dialog, 'Copy').click()
  await expect(dialog.getByRole('status')).toHaveText('Copied.')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(Codes.join('\n'))

  expect(await asksBeforeItLeaves(page)).toBe(true)
  await dialog.getByRole('checkbox', { name: 'I have stored them' }).check()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  expect(await asksBeforeItLeaves(page)).toBe(false)
})

test.describe('for who goes Back', () => {
  test.use({ ownPage: true })

  test('New codes count once the player has stored them, and not for who goes Back', async ({
    page,
    stubbedApi,
  }) => {
    const kept = () => stubbedApi.sent('POST security/recovery-codes/keep').map(({ body }) => body)
    const dialog = page.getByRole('dialog')
    await page.goto('/account')
    await page.getByRole('navigation').getByRole('link', { name: 'Security' }).click()
    await control(page, 'Make new codes').click()
    await control(dialog, 'Make new codes').click()
    await expect(dialog.getByRole('listitem')).toHaveText(Codes)
    await page.goBack()
    await expect(page).toBeOnPath('/account')
    await expect(dialog).toHaveCount(0)
    expect(kept()).toEqual([])
    await page.goForward()
    await control(page, 'Make new codes').click()
    await control(dialog, 'Make new codes').click()
    await dialog.getByRole('checkbox', { name: 'I have stored them' }).check()
    stubbedApi.stub('POST security/recovery-codes/keep', [full(1), ok({})])
    await control(dialog, 'Done').click()
    // Refused: the codes stay, and another press keeps them.
    await expect(dialog.getByRole('alert')).toBeVisible()
    await expect(dialog.getByRole('listitem')).toHaveText(Codes)
    await control(dialog, 'Done').click()
    await expect(dialog).toHaveCount(0)
    expect(kept()).toEqual([{ Seal }, { Seal }])
  })
})

test('New codes are kept though the section cannot be read again', async ({ page, stubbedApi }) => {
  const dialog = page.getByRole('dialog')
  await control(page, 'Make new codes').click()
  stubbedApi.stub('GET security', lost)
  await control(dialog, 'Make new codes').click()
  await expect(dialog.getByRole('listitem')).toHaveText(Codes)
  await dialog.getByRole('checkbox', { name: 'I have stored them' }).check()
  await control(dialog, 'Done').click()
  await expect.poll(() => stubbedApi.sent('GET security').length).toBeGreaterThan(1)
  await stubbedApi.settled(page)
  await expect(dialog).toHaveCount(0)
  await expect(page).toBeOnPath('/account/security')
})

test('A browser that does not copy is said to, and the codes stay', async ({ page }) => {
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  const dialog = page.getByRole('dialog')
  await control(page, 'Make new codes').click()
  await control(dialog, 'Make new codes').click()
  await control(dialog, 'Copy').click()
  await expect(dialog.getByRole('status')).toHaveText(
    'Your browser did not copy it. Please select it and copy it yourself.',
  )
  await expect(dialog.getByRole('listitem')).toHaveText(Codes)
})

test('The keyboard goes on from the heading of a row that was removed', async ({
  page,
  stubbedApi,
}) => {
  const [first] = overview.Passkeys
  stubbedApi.stub(
    'POST security/passkeys/remove',
    ok({ Signal: { RpId: 'localhost', UserHandle: 'AAAA', AcceptedIds: [], Name: 'PlayerOne' } }),
  )
  const region = page.getByRole('region', { name: 'Passkeys' })
  const row = region.getByRole('listitem', { name: first?.Name ?? '' })
  await rowControl(row, 'Remove').focus()
  await page.keyboard.press('Enter')
  await control(page.getByRole('dialog'), 'Remove').focus()
  await page.keyboard.press('Enter')
  await expect(row).toHaveCount(0)
  await expect(region.getByRole('heading', { name: 'Passkeys' })).toBeFocused()
})

test('A focus that the player took away stays away when the section changes', async ({
  page,
  stubbedApi,
}) => {
  const held = holdBack()
  stubbedApi.stub('POST security/two-step', () => held.of(ok({})))
  const asked = page.getByRole('switch', { name: 'Ask for a code after my password' })
  await asked.click()
  await page.getByRole('heading', { level: 1 }).evaluate(() => {
    const focused = document.activeElement
    if (focused instanceof HTMLElement) focused.blur()
  })
  held.release()
  await expect(page.getByRole('status')).toHaveText('Two-step verification is off.')
  await expect(page.locator(':focus')).toHaveCount(0)
})

function asksBeforeItLeaves(page: Page): Promise<boolean> {
  return page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })))
}
