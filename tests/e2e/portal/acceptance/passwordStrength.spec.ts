import { axeViolations, bringAxe } from '../../accessibility/axeViolations.ts'
import { layoutDefects } from '../../accessibility/layoutDefects.ts'
import { sizes } from '../../screenshots/variants.ts'
import { expect } from '../../fixtures/expect.ts'
import { field, submit } from '../../fixtures/page.ts'
import { ok, refused } from '../../fixtures/stubbed-api/answers.ts'
import { security as overview } from '../../fixtures/stubbed-api/defaults.ts'
import { requestsFromNowOn } from '../../fixtures/traffic.ts'
import { test } from '../../fixtures/stubbed-portal/test.ts'

/* How strong a new password is, and passwords that data leaks have. */

test('The strength of a new password follows the typing, is read out, and blocks nothing (AT-STR-45)', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await stubbedApi.in('PROD', { ShowPasswordStrength: true })
  await signIn()
  await page.goto('/account/reset-password')
  const password = field(page, 'New password')
  const hint = page.locator('[aria-live=polite]').filter({ hasText: 'Strength:' })
  for (const [typed, word] of [
    ['password1', 'Weak'],
    ['k4wtmzrq9x', 'Fair'],
    ['k4wtmzrq9xh2', 'Good'],
    ['Castle-4-Kites-in-the-wind', 'Strong'],
    // A word of the account is worth nothing.
    ['PlayerOne-99', 'Weak'],
  ] as const) {
    await password.fill(typed)
    await expect(hint).toHaveText(`Strength: ${word}`)
  }
  await bringAxe(page)
  for (const size of ['phone', 'desktop'] as const) {
    await page.setViewportSize(sizes[size])
    expect.soft(await layoutDefects(page), size).toEqual([])
    expect.soft(await axeViolations(page, 'all'), size).toEqual([])
  }
  await password.fill('abcabcab1')
  await expect(hint).toHaveText('Strength: Weak')
  await field(page, 'Confirm password').fill('abcabcab1')
  stubbedApi.stub('POST password/**', refused(['Password', 'ERROR_PASSWORD_BREACHED']))
  await submit(page).click()
  await expect(password).toHaveAccessibleDescription(/known from data leaks\. Choose another one\./)
})

test('A deployment that does not show the strength loads nothing for it (AT-STR-45)', async ({
  page,
  stubbedApi,
}) => {
  const loaded = requestsFromNowOn(page)
  await stubbedApi.in('PROD')
  await page.goto('/register')
  await field(page, 'Password').fill('Castle-4-Kites-in-the-wind')
  const rule = page.getByRole('listitem').filter({ hasText: 'Hard to guess' })
  await expect(rule).toHaveAttribute('data-met', 'true')
  await expect(page.getByText('Strength:')).toHaveCount(0)
  expect(loaded.filter((each) => each.url().includes('StrengthHint'))).toEqual([])
})

test('A password that data leaks have is said on top of the security section (AT-STR-44)', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await stubbedApi.in('PROD', { EnableSecuritySection: true })
  stubbedApi.stub('GET security', ok({ ...overview, Leaked: true }))
  await signIn()
  await page.goto('/account/security')
  const notice = page.getByRole('alert')
  await expect(notice).toHaveText('Your password is known from data leaks. Choose another one.')
  await bringAxe(page)
  for (const size of ['phone', 'desktop'] as const) {
    await page.setViewportSize(sizes[size])
    expect.soft(await layoutDefects(page), size).toEqual([])
    expect.soft(await axeViolations(page, 'all'), size).toEqual([])
  }
  await notice.getByRole('link', { name: 'Choose another one.' }).click()
  await expect(page).toBeOnPath('/account/reset-password')
})
