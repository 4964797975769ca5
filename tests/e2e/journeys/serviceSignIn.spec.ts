import type { Browser, Page } from '@playwright/test'
import { expect } from '../fixtures/expect.ts'
import { box, control, field, logOutLink, submit } from '../fixtures/page.ts'
import { portalOf } from '../fixtures/running-product/addresses.ts'
import { beAtStandIns, freshAccounts } from '../fixtures/running-product/standInAccounts.ts'
import { AuthenticatorApp } from '../fixtures/steps/authenticatorApp.ts'
import { logIn } from '../fixtures/steps/logIn.ts'
import { registerByForm } from '../fixtures/steps/newPlayer.ts'
import { freshName } from '../fixtures/steps/registration.ts'
import { test } from '../fixtures/test.ts'

/*
 * Players of SHOWCASE log in with Steam: the real portal, API, database and mails, and a stand-in for
 * Steam.
 */

const portal = portalOf('SHOWCASE')

/** A browser whose player is known at Steam. */
async function browserAt(browser: Browser, steam: string): Promise<Page> {
  const context = await browser.newContext()
  await beAtStandIns(context, steam)
  return context.newPage()
}

async function logOut(page: Page) {
  await logOutLink(page).click()
  await expect(page).toBeOnPath('/')
}

test('A new player has an account with Steam in under a minute, and comes back with one press · SHOWCASE', async ({
  browser,
  mailbox,
}) => {
  const page = await browserAt(browser, freshAccounts().steam)
  const username = freshName()
  const email = `${username.toLowerCase()}@example.com`
  await page.goto(portal)
  const begun = Date.now()
  await control(page, 'Continue with Steam').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose your name')
  await expect(page).toHaveURL(`${portal}/register/service`)
  await expect(field(page, 'Username')).not.toHaveValue('')
  await field(page, 'Username').fill(username)
  await field(page, 'Email').fill(email)
  await box(page, 'Privacy Policy').check()
  await box(page, 'Terms').check()
  await submit(page).click()
  await expect(page).toBeOnPath('/account/welcome')
  expect(Date.now() - begun).toBeLessThan(60_000)
  await expect(page.getByRole('region', { name: 'Confirm your email' })).toBeVisible()

  const { links } = await mailbox.newest(email)
  await page.goto(links.find((one) => one.includes('/confirm-email')) ?? '')
  await control(page, 'Confirm').click()
  await expect(page).not.toHaveURL(/confirm-email/)
  await page.goto(`${portal}/account`)
  await expect(page.getByRole('region', { name: 'Confirm your email' })).toHaveCount(0)

  await logOut(page)
  const welcome = page.getByRole('region', { name: 'Welcome back' })
  await expect(welcome).toContainText(`Welcome back, ${username}.`)
  await control(welcome, 'Continue with Steam').click()
  await expect(page).toBeOnPath('/account')
  await expect(page.getByText(username).first()).toBeVisible()
  await page.context().close()
})

test('A player with an account joins Steam to it after the log-in, and Steam opens it from then on · SHOWCASE', async ({
  browser,
  mailbox,
}) => {
  const { username, password } = await registerByForm(browser, 'SHOWCASE', mailbox)
  const page = await browserAt(browser, freshAccounts().steam)
  await page.goto(`${portal}/login`)
  await control(page, 'Continue with Steam').click()
  await control(page, 'I already have an account').click()
  await logIn(page, 'PROD', { name: username, password })
  await control(page, `Join Steam to ${username}`).click()
  await expect(page.getByText('Next time, press “Continue with Steam”.')).toBeVisible()
  await logOut(page)
  await control(page, 'Continue with Steam').click()
  await expect(page).toBeOnPath('/account')
  await expect(page.getByText(username).first()).toBeVisible()
  await page.context().close()
})

test('Steam opens an account with an authenticator app after its code alone · SHOWCASE', async ({
  browser,
  mailbox,
}) => {
  const page = await browserAt(browser, freshAccounts().steam)
  const { username, password } = await registerByForm(browser, 'SHOWCASE', mailbox)
  await page.goto(`${portal}/login`)
  await control(page, 'Continue with Steam').click()
  await control(page, 'I already have an account').click()
  await logIn(page, 'PROD', { name: username, password })
  await control(page, `Join Steam to ${username}`).click()
  await expect(page.getByText('Next time, press “Continue with Steam”.')).toBeVisible()

  await page.goto(`${portal}/account/security`)
  await control(page, 'Add an authenticator app').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Cannot scan it?').click()
  const app = new AuthenticatorApp(await dialog.getByRole('code').innerText())
  await field(dialog, 'Code').fill(await app.nextCode())
  await control(dialog, 'Confirm').click()
  await dialog.getByRole('checkbox', { name: 'I have stored them' }).check()
  await control(dialog, 'Done').click()

  await logOut(page)
  await control(page, 'Continue with Steam').click()
  await expect(page).toBeOnPath('/login/second-step')
  await field(page, 'Code from your authenticator app').fill(await app.nextCode())
  await expect(page).toBeOnPath('/account')
  await page.context().close()
})

test('A player who cancels at Steam is back on Log in, and nothing has changed · SHOWCASE', async ({
  page,
}) => {
  await page.goto(`${portal}/login`)
  await control(page, 'Continue with Steam').click()
  await control(page, 'Cancel').click()
  await expect(page).toBeOnPath('/login')
  await expect(page.getByRole('alert')).toContainText('You stopped it at Steam.')
  await expect(control(page, 'Continue with Twitch')).toBeVisible()
})

test('A way back that began in another browser, or at another service, logs nobody in and says so · SHOWCASE', async ({
  browser,
}) => {
  const attacker = await browserAt(browser, freshAccounts().steam)
  await attacker.goto(`${portal}/login`)
  await attacker.route('**/steam/openid/login**', async (route) => route.abort())
  const leaving = attacker.waitForRequest('**/steam/openid/login**')
  await control(attacker, 'Continue with Steam').click()
  const { request } = attacker.context()
  const answer = await request.get((await leaving).url(), { maxRedirects: 0 })
  const wayBack = new URL(answer.headers()['location'] ?? '')
  const state = wayBack.searchParams.get('state') ?? ''

  const context = await browser.newContext()
  const page = await context.newPage()
  const ways = [
    ['Steam', wayBack.href],
    ['Twitch', `${portal}/login/callback/twitch?${new URLSearchParams({ state, code: 'any' })}`],
  ] as const
  for (const [service, address] of ways) {
    await page.goto(address)
    await expect(page).toHaveURL(`${portal}/login`)
    const alert = page.getByRole('alert').filter({ hasText: service })
    await expect(alert).toContainText(
      `Logging in with ${service} took too long, or began in another browser.`,
    )
    await expect(control(alert, 'Try again')).toBeVisible()
  }
  await control(page, 'Try again').click()
  await expect(page).toHaveURL(/\/twitch\//)
  await context.close()
  await attacker.context().close()
})
