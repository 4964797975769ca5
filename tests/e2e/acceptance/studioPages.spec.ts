import { portalOf } from '../fixtures/running-product/addresses.ts'
import { expect } from '../fixtures/expect.ts'
import { test } from '../fixtures/test.ts'

/* The studio's own pages: its texts, its help, and whether everything works. */

test('The sample deployments have these pages, and pages of the server link them too · LOCAL', async ({
  page,
}) => {
  const headings = {
    'Privacy Policy': 'Privacy policy',
    'Terms & Conditions': 'Terms and conditions',
    'Code of Conduct': 'Code of conduct',
    Imprint: 'Imprint',
    Support: 'Support',
    Status: 'Status',
  }
  await page.goto(`${portalOf('LOCAL')}/%zz`)
  const addresses = new Map<string, string>()
  for (const words of Object.keys(headings)) {
    const link = page.getByRole('contentinfo').getByRole('link', { name: words })
    await expect(link).toHaveAttribute('rel', 'noopener')
    addresses.set(words, (await link.getAttribute('href')) ?? '')
  }
  for (const [words, heading] of Object.entries(headings)) {
    await page.goto(addresses.get(words) ?? '')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
  }
})
