import { portalOf } from '../fixtures/running-product/addresses.ts'
import { expect } from '../fixtures/expect.ts'
import { control, field } from '../fixtures/page.ts'
import { test } from '../fixtures/test.ts'

/* A file of the portal that does not come is missed where it belongs, and asked for again. */

const sandbox = portalOf('SANDBOX')

test('Cookie settings that did not come say so, and come with another try', async ({ page }) => {
  let isLost = true
  await page.route('**/assets/ConsentSettings-*.js', (route) =>
    isLost ? route.abort() : route.continue(),
  )
  await page.goto(`${sandbox}/login`)
  await control(page, 'Reject all').click()
  await control(page, 'Cookie settings').click()
  const notice = page.getByRole('alert')
  await expect(notice).toContainText('Something went wrong. Please try again.')
  isLost = false
  await control(notice, 'Try again').click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(notice).toHaveCount(0)
})

test('Errors have their words again once the network is back', async ({ page }) => {
  let isLost = true
  await page.route('**/assets/shared-*.js', (route) => (isLost ? route.abort() : route.continue()))
  await page.goto(`${sandbox}/login`)
  await control(page, 'Reject all').click()
  await field(page, 'Username or email').fill('PlayerOne')
  await field(page, 'Password').fill('wrong-1')
  await control(page, 'Connect').click()
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('Something went wrong. Please try again.')
  isLost = false
  await control(page, 'Connect').click()
  await expect(alert).toContainText('Your username or password is incorrect.')
})
