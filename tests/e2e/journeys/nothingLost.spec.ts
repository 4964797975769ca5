import { portalOf } from '../fixtures/running-product/addresses.ts'
import { expect } from '../fixtures/expect.ts'
import { test } from '../fixtures/test.ts'

test.describe('a parameter that comes twice', () => {
  for (const [path, call] of [
    ['/oauth?client_id=c&state=A&state=B', '/oauth?client_id=c&state=A&state=B'],
    ['/account/update-email/recovery?uid=A&uid=B', '/email/update-email-recovery?uid=A&uid=B'],
    ['/account/update-email/confirm?uid=A&uid=B', '/email/update-email-confirm?uid=A&uid=B'],
  ] as const) {
    test(`is refused by the server, to which it went on as it came · ${path}`, async ({ page }) => {
      const answered = page.waitForResponse(`${portalOf('PROD')}/api${call}`)
      await page.goto(`${portalOf('PROD')}${path}`)
      expect((await answered).status()).toBe(400)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    })
  }
})
