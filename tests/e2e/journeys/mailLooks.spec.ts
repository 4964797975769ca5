import { mailboxAddress } from '../fixtures/running-product/addresses.ts'
import { expect } from '../fixtures/expect.ts'
import { newPlayer } from '../fixtures/steps/newPlayer.ts'
import { test } from '../fixtures/test.ts'

test('A mail comes from the studio, carries its logo, and is shown at its own height · SANDBOX', async ({
  page,
  mailbox,
}) => {
  const { email } = await newPlayer(page, 'SANDBOX', mailbox)
  const { id } = await mailbox.newest(email)
  for (const size of ['desktop', 'phone']) {
    await page.goto(`${mailboxAddress}/${id}?size=${size}`)
    await expect(page.locator('dd').first()).toHaveText(/^.*Sandbox.* <[^<>]+@[^<>]+>$/)
    const mail = page.frameLocator('iframe[data-mail]')
    const logo = mail.locator('img').first()
    await expect(logo).toBeVisible()
    await expect(mail.locator('img').last(), 'a strip of the scene').toBeVisible()
    const width = await logo.evaluate((image: HTMLImageElement) => image.naturalWidth)
    expect(width).toBe(64)
    const frame = page.locator('iframe[data-mail]')
    await expect
      .poll(() =>
        frame.evaluate((one: HTMLIFrameElement) => {
          const inside = one.contentDocument?.documentElement
          const body = one.contentDocument?.body
          return inside && body ? one.clientHeight - body.scrollHeight : null
        }),
      )
      .toBe(0)
  }
})
