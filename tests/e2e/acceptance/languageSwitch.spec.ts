import type { Locator, Page } from '@playwright/test'
import { expect } from '../fixtures/expect.ts'
import { field } from '../fixtures/page.ts'
import { test } from '../fixtures/test.ts'

/* The choice of a language: in the footer of every page, in the account, kept and followed. */

const several = { Languages: '*' }

/** Named in the language of the page, which these tests change. */
const footerSelect = (page: Page): Locator => page.getByRole('contentinfo').getByRole('combobox')
const html = (page: Page): Locator => page.locator('html')

async function languageCookie(page: Page): Promise<string | undefined> {
  const cookies = await page.context().cookies()
  return cookies.find(({ name }) => name === 'sso_language')?.value
}

test('AT-LNG-12 A language that does not come leaves the page as it is, and says so', async ({
  page,
  stubbedApi,
}) => {
  await stubbedApi.in('PROD', several)
  await page.goto('/register')
  await field(page, 'Username').fill('Ada')
  await footerSelect(page).waitFor()
  await page.context().setOffline(true)
  await footerSelect(page).selectOption('ja')
  await expect(
    page.getByText('The language could not be loaded. Try again.', { exact: true }),
  ).toBeVisible()
  await expect(html(page)).toHaveAttribute('lang', 'en')
  await expect(footerSelect(page)).toHaveValue('en')
  await expect.poll(() => languageCookie(page)).toBeUndefined()
  await page.context().setOffline(false)
})
