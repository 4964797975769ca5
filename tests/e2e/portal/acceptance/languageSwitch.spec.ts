import type { Locator, Page } from '@playwright/test'
import { languageNames } from '@gatehouse/contract/languageNames'
import { holdBack, ok, refused } from '../../fixtures/stubbed-api/answers.ts'
import { player } from '../../fixtures/stubbed-api/defaults.ts'
import { expect } from '../../fixtures/expect.ts'
import { field } from '../../fixtures/page.ts'
import { test } from '../../fixtures/stubbed-portal/test.ts'

/* The choice of a language: in the footer of every page, in the account, kept and followed. */

const several = { Languages: '*' }

/** Named in the language of the page, which these tests change. */
const footerSelect = (page: Page): Locator => page.getByRole('contentinfo').getByRole('combobox')
const html = (page: Page): Locator => page.locator('html')

async function languageCookie(page: Page): Promise<string | undefined> {
  const cookies = await page.context().cookies()
  return cookies.find(({ name }) => name === 'sso_language')?.value
}

/** Marks the page, so that a test notices when it was loaded again. */
const mark = (page: Page) => page.evaluate(() => void (document.body.dataset['marked'] = 'yes'))
const isMarked = (page: Page) => page.evaluate(() => document.body.dataset['marked'] === 'yes')

test('AT-LNG-04 A half-filled form goes on in Arabic and back in English, without a reload', async ({
  page,
  stubbedApi,
}) => {
  await stubbedApi.in('PROD', several)
  await page.goto('/register')
  await field(page, 'Username').fill('Ada')
  const email = field(page, 'Email')
  await email.fill('no address')
  await email.blur()
  await expect(page.getByText('The format of this email address is incorrect.')).toBeVisible()
  await mark(page)

  const select = footerSelect(page)
  await expect(select).toHaveAccessibleName('Language')
  await expect(select.locator('option')).toHaveText(Object.values(languageNames))
  await select.focus()
  await select.selectOption('ar')
  await expect(html(page)).toHaveAttribute('lang', 'ar')
  await expect(html(page)).toHaveAttribute('dir', 'rtl')
  await expect(select).toBeFocused()
  await expect(select).toHaveAccessibleName('اللغة')
  await expect(page.locator('[aria-live="polite"]', { hasText: 'اللغة: العربية' })).toHaveCount(1)
  await expect(page).not.toHaveTitle(/Register/)
  await expect(page.getByText('The format of this email address is incorrect.')).toHaveCount(0)
  const fields = page.locator('form input[name="Username"], form input[name="Email"]')
  await expect(fields.nth(0)).toHaveValue('Ada')
  await expect(fields.nth(1)).toHaveValue('no address')
  await expect.poll(() => languageCookie(page)).toBe('ar')

  await select.selectOption('en')
  await expect(html(page)).toHaveAttribute('lang', 'en')
  await expect(html(page)).toHaveAttribute('dir', 'ltr')
  await expect(select).toBeFocused()
  await expect(page.getByText('The format of this email address is incorrect.')).toBeVisible()
  await expect(field(page, 'Username')).toHaveValue('Ada')
  await expect.poll(() => languageCookie(page)).toBe('en')
  expect(await isMarked(page)).toBe(true)
})

test('The last of several languages that are chosen in a second stays', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await stubbedApi.in('PROD', several)
  stubbedApi.stub('GET profile/user/42', ok({ ...player, Language: '' }))
  const late = holdBack()
  stubbedApi.stub('POST profile/language', () => late.of(ok()))
  await signIn()
  await page.goto('/account')
  await footerSelect(page).selectOption('de')
  await expect(html(page)).toHaveAttribute('lang', 'de')
  await footerSelect(page).selectOption('it')
  await footerSelect(page).selectOption('fr')
  await expect(html(page)).toHaveAttribute('lang', 'fr')
  late.release()
  await expect.poll(() => languageCookie(page)).toBe('fr')
  await stubbedApi.settled(page)
  const sent = stubbedApi.sent('POST profile/language').map(({ body }) => body)
  expect(sent).toEqual([{ Language: 'de' }, { Language: 'fr' }])
  await expect(html(page)).toHaveAttribute('lang', 'fr')
})

test('AT-LNG-05 A player’s choice is kept with the account, and is followed after a log-in', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await stubbedApi.in('PROD', several)
  stubbedApi.stub('GET profile/user/42', ok({ ...player, Language: '' }))
  await signIn()
  await page.goto('/account')
  const row = page.getByRole('region', { name: 'Language', exact: true }).getByRole('combobox')
  await expect(row).toHaveValue('')
  await expect(row.locator('option').first()).toHaveText('Like my browser')
  await expect(footerSelect(page)).toHaveValue('')
  await row.selectOption('de')
  await expect(html(page)).toHaveAttribute('lang', 'de')
  await expect(footerSelect(page)).toHaveValue('de')
  const sent = () => stubbedApi.sent('POST profile/language').at(-1)?.body
  await expect.poll(sent).toEqual({ Language: 'de' })

  // Another browser, whose player has chosen Japanese.
  await page.context().clearCookies({ name: 'sso_language' })
  stubbedApi.stub('GET profile/user/42', ok({ ...player, Language: 'ja' }))
  await page.goto('/account/newsletter')
  await expect(html(page)).toHaveAttribute('lang', 'ja')
  await expect.poll(() => languageCookie(page)).toBe('ja')
  await footerSelect(page).selectOption('')
  await expect(html(page)).toHaveAttribute('lang', 'en')
  await expect.poll(() => languageCookie(page)).toBeUndefined()
  await expect.poll(sent).toEqual({ Language: '' })
})

test('A choice that the account does not keep is taken back', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await stubbedApi.in('PROD', several)
  stubbedApi.stub('GET profile/user/42', ok({ ...player, Language: '' }))
  stubbedApi.stub('POST profile/language', refused('INVALID_REQUEST'))
  await signIn()
  await page.goto('/account')
  await footerSelect(page).selectOption('fr')
  await expect(page.getByText('The language could not be loaded. Try again.')).toBeVisible()
  await expect(html(page)).toHaveAttribute('lang', 'en')
  await expect(footerSelect(page)).toHaveValue('')
  await expect.poll(() => languageCookie(page)).toBeUndefined()
})

test('AT-LNG-15 Where one language is offered, there is no switch and no cookie', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await stubbedApi.in('PROD')
  await signIn()
  for (const path of ['/account', '/account/newsletter']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('combobox')).toHaveCount(0)
  }
  await expect.poll(() => languageCookie(page)).toBeUndefined()
})
