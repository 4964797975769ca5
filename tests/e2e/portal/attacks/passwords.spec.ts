import { firstByDay } from '../../fixtures/environments.ts'
import { expect } from '../../fixtures/expect.ts'
import { toPasswordStep } from '../../fixtures/steps/logIn.ts'
import { test } from '../../fixtures/stubbed-portal/test.ts'

const screens = [
  ['/login', 'SANDBOX', 'current-password'],
  ['/login', 'PROD', 'current-password'],
  ['/register', 'SANDBOX', 'new-password'],
  ['/account/reset-password', 'SANDBOX', 'new-password'],
  ['/account/deletion-request', 'SANDBOX', 'current-password'],
  ['/password-recovery/reset?token=x', 'SANDBOX', 'new-password'],
] as const

for (const [path, environment, purpose] of firstByDay(screens, 2)) {
  test(`K12 Passwords can be pasted, dropped and filled in by a manager · ${path} · ${environment}`, async ({
    page,
    stubbedApi,
    signIn,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await stubbedApi.in(environment)
    if (path.startsWith('/account')) await signIn()
    await page.goto(path)
    if (path === '/login') await toPasswordStep(page, environment)
    const fields = page.locator('input[type=password]')
    await expect(fields.first()).toBeVisible()
    await page.evaluate(() => navigator.clipboard.writeText('Pasted7Horses'))
    const count = await fields.count()
    for (let at = 0; at < count; at += 1) {
      const password = fields.nth(at)
      await password.focus()
      await page.keyboard.press('Control+V')
      await expect(password).toHaveValue('Pasted7Horses')
      const allowed = await password.evaluate((element) => {
        const transfer = new DataTransfer()
        transfer.setData('text/plain', 'Dropped7Horses')
        const options = { dataTransfer: transfer, bubbles: true, cancelable: true }
        return element.dispatchEvent(new DragEvent('drop', options))
      })
      expect(allowed).toBe(true)
      await expect(password).toHaveAttribute('autocomplete', /^(current|new)-password$/)
      // Password managers write the value and send its event.
      await password.evaluate((element: HTMLInputElement) => {
        const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {}
        set?.call(element, 'Managed7Horses')
        element.dispatchEvent(new Event('input', { bubbles: true }))
      })
      await expect(password).toHaveValue('Managed7Horses')
    }
    expect(await fields.last().getAttribute('autocomplete')).toBe(purpose)
  })
}

test('K12 The trap for robots is out of the way of people · SANDBOX', async ({
  page,
  stubbedApi,
}) => {
  await stubbedApi.in('SANDBOX')
  await page.goto('/register')
  const trap = page.locator('input[name=UsageNameHoneyPot]')
  await expect(trap).toHaveAttribute('autocomplete', 'off')
  await expect(trap).toHaveAttribute('tabindex', '-1')
  await expect(trap).not.toBeInViewport()
  const hidden = await trap.evaluate((element) => element.closest('[aria-hidden=true]') !== null)
  expect(hidden).toBe(true)
})
