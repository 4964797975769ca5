import { firstByDay } from '../fixtures/environments.ts'
import { portalOf } from '../fixtures/running-product/addresses.ts'
import { expect } from '../fixtures/expect.ts'
import { control } from '../fixtures/page.ts'
import { logIn } from '../fixtures/steps/logIn.ts'
import { test } from '../fixtures/test.ts'

/* A site asks for a log-out, and names no address to go on to. */

const portal = portalOf('SHOWCASE')
const words = 'You are logged out.'

for (const [what, query, asks] of firstByDay([
  ['by a token of its own making', 'id_token_hint=x', /^A site asks to log you out/],
  ['in its own name', 'client_id=community', /^Community asks to log you out/],
] as const)) {
  test(`A site that asks ${what} lets the player decide, and Home says once that it is done, in each tab for itself · SHOWCASE`, async ({
    page,
    context,
  }) => {
    await page.goto(`${portal}/login`)
    await logIn(page, 'PROD')
    await expect(page).toHaveURL(`${portal}/account`)
    const other = await context.newPage()
    await other.goto(`${portal}/account`)
    await expect(other.getByRole('heading', { level: 1 })).toBeVisible()

    await page.goto(`${portal}/oidc/session/end?${query}`)
    await expect(page.getByText('This link is not valid')).toHaveCount(
      what.includes('token') ? 1 : 0,
    )
    await expect(page.getByText(asks)).toBeVisible()
    await control(page, 'Stay logged in').click()
    await expect(page).toHaveURL(`${portal}/account`)

    await page.goto(`${portal}/oidc/session/end?${query}`)
    await control(page, 'Log out').click()
    await expect(page.getByRole('status').filter({ hasText: words })).toBeVisible()
    await expect(page).toHaveURL(`${portal}/`)
    await page.reload()
    await expect(page.locator('#root[data-alive]')).toBeAttached()
    await expect(page.getByText(words)).toHaveCount(0)

    // The other tab is no place of the log-out: it finds out by its next call.
    await other.reload()
    await expect(other).toBeOnPath('/login')
    await expect(other.getByText(words)).toHaveCount(0)
  })
}
