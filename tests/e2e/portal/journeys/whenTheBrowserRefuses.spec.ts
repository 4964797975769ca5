import type { Page } from '@playwright/test'
import { ok, refused } from '../../fixtures/stubbed-api/answers.ts'
import { expect } from '../../fixtures/expect.ts'
import { logIn } from '../../fixtures/steps/logIn.ts'
import { control, field } from '../../fixtures/page.ts'
import { test } from '../../fixtures/stubbed-portal/test.ts'

const sorry = 'Ooops, something went wrong.'

test('T49 an ad blocker that takes tags, consent tool and captcha leaves a site that works', async ({
  page,
  stubbedApi,
}) => {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  const blocked: string[] = []
  await page.route(/^https:/, (route) => {
    blocked.push(new URL(route.request().url()).host)
    return route.abort('blockedbyclient')
  })
  await stubbedApi.in('SANDBOX', {
    TagManagerId: 'GTM-1',
    CustomCookiesManagement: true,
    ConsentToolUrl: 'https://consent.example/tool.js',
    EnableCaptcha: true,
  })
  await page.goto('/')
  await control(page, 'Cookies').click()
  await expect.poll(() => blocked).toContain('consent.example')
  await control(page, 'Log in').click()
  await logIn(page, 'SANDBOX')
  await expect(page.getByRole('alert')).toHaveText('An error occured. Please try again later.')
  await expect(field(page, 'Password')).toHaveValue('Welcome2Gatehouse')
  await page.goto('/password-recovery')
  await expect(page.getByRole('textbox')).toBeVisible()
  expect(errors).toEqual([])
})

test('T50 a page that a translator has rewritten goes on working', async ({ page, stubbedApi }) => {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  await stubbedApi.in('SANDBOX')
  stubbedApi.stub('POST log/log-in', [refused('ERROR_USER_BANNED'), ok({ Created: 'IDENT-1' })])
  await page.goto('/')
  await control(page, 'Reject all').click()
  await rewriteTexts(page)
  await control(page, 'Log in').click()
  await rewriteTexts(page)
  await logIn(page, 'SANDBOX')
  await expect(page.getByText('Your account has been banned.')).toBeVisible()
  await rewriteTexts(page)
  await control(page, 'Connect').click()
  await expect(page).toBeOnPath('/account')
  for (const section of ['Newsletter', 'Connections', 'Blocked users', 'Cookies']) {
    await rewriteTexts(page)
    await control(page, section).click()
    await expect(page.getByRole('heading', { level: 1, name: section })).toBeVisible()
  }
  await expect(page.getByText(sorry)).toHaveCount(0)
  expect(errors).toEqual([])
})

/** A browser's translator replaces each text by an element with another one. */
async function rewriteTexts(page: Page): Promise<void> {
  await page.evaluate(() => {
    const texts: Text[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    for (const text of texts.filter((one) => one.data.trim() !== '')) {
      const font = document.createElement('font')
      font.textContent = text.data
      text.replaceWith(font)
    }
  })
}
