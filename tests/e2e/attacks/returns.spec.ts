import type { Page } from '@playwright/test'
import { forumAddress, portalOf } from '../fixtures/running-product/addresses.ts'
import { expect } from '../fixtures/expect.ts'
import { logIn } from '../fixtures/steps/logIn.ts'
import { newPlayer } from '../fixtures/steps/newPlayer.ts'
import { control } from '../fixtures/page.ts'
import { test } from '../fixtures/test.ts'

/*
 * The session's cookies are SameSite=Strict: a browser keeps them back when a page of another site
 * leads to the portal. The portal asks for the session from its own page, and has it.
 */

const portal = portalOf('SANDBOX')

test('A player who follows a link of another site is logged in as before', async ({
  page,
  mailbox,
}) => {
  const { username, password } = await newPlayer(page, 'SANDBOX', mailbox)
  await logIn(page, 'SANDBOX', { name: username, password })
  await expect(page).toHaveURL(`${portal}/account`)
  const strict = (await page.context().cookies(portal)).filter(
    ({ name, sameSite }) => name.includes('session') && sameSite === 'Strict',
  )
  expect(strict.length).toBeGreaterThan(0)
  for (const path of ['/account', '/account/cookies', '/login']) {
    await followLink(page, `${portal}${path}`)
    await expect(control(page, 'Logout')).toBeVisible()
    await expect(page.getByText(username).first()).toBeVisible()
  }
})

/** Clicks a link on a page of another site. */
async function followLink(page: Page, target: string): Promise<void> {
  await page.goto(forumAddress)
  await page.evaluate((href) => {
    const link = document.createElement('a')
    Object.assign(link, { href, textContent: 'To the account', rel: 'opener' })
    document.body.replaceChildren(link)
  }, target)
  await page.getByRole('link', { name: 'To the account' }).click()
  await page.waitForURL(`${portal}/**`)
}
