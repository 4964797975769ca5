import { portalOf } from '../fixtures/running-product/addresses.ts'
import { expect } from '../fixtures/expect.ts'
import { control } from '../fixtures/page.ts'
import { logIn } from '../fixtures/steps/logIn.ts'
import { test } from '../fixtures/test.ts'

/* A player of SHOWCASE who cannot log in, and the code that explains it to the support. */

test('AT-CON2-36 A refused log-in of SHOWCASE becomes a support code', async ({ page }) => {
  await page.goto(`${portalOf('SHOWCASE')}/login`)
  await logIn(page, 'PROD', { password: 'Wrong1Password' })
  await expect(page.getByText('Check your password')).toBeVisible()
  // A code is offered from the second refusal on.
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await control(page, 'Get a support code').click()
  const shown = page.getByRole('region', { name: 'Your support code' })
  await expect(shown).toContainText(/[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{2}/)
  await expect(shown).toContainText('It tells them what went wrong, and nothing secret.')
  await expect(control(page, 'Copy')).toBeVisible()
})

test('AT-CON2-38 PROD offers no support code', async ({ page }) => {
  const refused = page.waitForResponse((response) => response.status() === 400)
  await page.goto(`${portalOf('PROD')}/login`)
  await logIn(page, 'PROD', { password: 'Wrong1Password' })
  expect((await refused).headers()).not.toHaveProperty('x-incident')
  await expect(page.getByText('Your username or password is incorrect.')).toBeVisible()
  await expect(control(page, 'Get a support code')).toHaveCount(0)
})
