import { expect } from '../../fixtures/expect.ts'
import { box } from '../../fixtures/page.ts'
import { test } from '../../fixtures/stubbed-portal/test.ts'

/* The studio's own pages: its texts, its help, and whether everything works. */

const site = 'https://www.site.test'
const pages = {
  'Privacy Policy': `${site}/privacy`,
  'Terms & Conditions': `${site}/terms`,
  'Code of Conduct': `${site}/conduct`,
  Imprint: `${site}/imprint`,
  Support: 'https://support.site.test/',
  Status: 'https://status.site.test/',
}
const configured = {
  LegalUrls: {
    PrivacyPolicy: pages['Privacy Policy'],
    Terms: pages['Terms & Conditions'],
    CodeOfConduct: pages['Code of Conduct'],
    Imprint: pages.Imprint,
  },
  SupportUrl: pages.Support,
  StatusUrl: pages.Status,
}

test('The labels of the checkboxes link the texts, in a new tab and without a tick · TWO-POINT-STUDIOS', async ({
  page,
  stubbedApi,
  context,
}) => {
  await stubbedApi.in('TWO-POINT-STUDIOS', configured)
  await context.route(`${site}/**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>The text</h1>' }),
  )
  await page.goto('/register')
  const form = page.getByRole('main')
  for (const words of ['Privacy Policy', 'Terms & Conditions', 'Code of Conduct'] as const) {
    const link = form.getByRole('link', { name: words })
    await expect(link).toHaveAttribute('href', pages[words])
    await expect(link).toHaveAttribute('rel', 'noopener')
    const opened = context.waitForEvent('page')
    await link.click()
    await expect(await opened).toHaveURL(pages[words])
    await expect(box(page, words)).not.toBeChecked()
  }
  await expect(page).toBeOnPath('/register')
  await expect(
    page.getByRole('checkbox', { name: 'I have read and acknowledge the Privacy Policy.' }),
  ).toBeVisible()
})

test('Every footer links the pages that the deployment has · PROD', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await stubbedApi.in('PROD', configured)
  const footer = page.getByRole('contentinfo')
  const expectLinks = async () => {
    for (const [words, address] of Object.entries(pages)) {
      const link = footer.getByRole('link', { name: words })
      await expect(link).toHaveAttribute('href', address)
      await expect(link).toHaveAttribute('target', '_blank')
      await expect(link).toHaveAttribute('rel', 'noopener')
    }
  }
  for (const path of ['/', '/login', '/errors/not-found']) {
    await page.goto(path)
    await expectLinks()
  }
  await signIn()
  await page.goto('/account')
  await expectLinks()
})

test('A deployment without such pages links none · PROD', async ({ page, stubbedApi }) => {
  await stubbedApi.in('PROD', {})
  await page.goto('/register')
  await expect(box(page, 'Privacy Policy')).toBeVisible()
  await expect(page.getByRole('main').locator('label a')).toHaveCount(0)
  await expect(page.getByRole('contentinfo').getByRole('link')).toHaveCount(0)
})
