import { expect } from '../../fixtures/expect.ts'
import { test } from '../../fixtures/stubbed-portal/test.ts'

/* What a player sees whom a site has sent. */

const waiting = '/oidc/interaction/x?client=forum'
const login = `/login?${new URLSearchParams({ clientId: 'forum', redirectUrl: waiting }).toString()}`

test('A log-in for a site leads back to it without one', async ({ page, stubbedApi }) => {
  await stubbedApi.in('SHOWCASE', { EnableSecuritySection: true })
  await page.goto(login)
  await expect(page.getByRole('link', { name: 'Back to the site' })).toHaveAttribute(
    'href',
    `${waiting}&refused`,
  )
})

test('A site with a wrong address is told what is wrong, and the player that nothing changed', async ({
  page,
  stubbedApi,
}) => {
  await stubbedApi.in('SHOWCASE', { EnableSecuritySection: true })
  await page.goto('/errors/bad-request?message=ERROR_CLIENT_ADDRESS')
  await expect(page.getByRole('heading', { name: 'This link does not work.' })).toBeVisible()
  await expect(page.getByText('Nothing has changed.')).toBeVisible()
  await expect(
    page.getByText('The address to return to is not registered for this client.'),
  ).toBeVisible()
})

test('A log-in for no site leads back to none', async ({ page, stubbedApi }) => {
  await stubbedApi.in('SHOWCASE', { EnableSecuritySection: true })
  await page.goto('/login')
  await expect(page.getByRole('link', { name: 'Create an account' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to the site' })).toBeHidden()
})

test('The screens of the specification stay as they are', async ({ page, stubbedApi }) => {
  await stubbedApi.in('PROD')
  await page.goto(login)
  await expect(page.getByRole('link', { name: 'Create an account' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to the site' })).toBeHidden()
})
