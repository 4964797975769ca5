import type { Browser, Page } from '@playwright/test'
import { expect } from '../fixtures/expect.ts'
import { control, field, goInside, logOutLink, rowControl } from '../fixtures/page.ts'
import { portalOf, standInAddress } from '../fixtures/running-product/addresses.ts'
import { AuthenticatorApp } from '../fixtures/steps/authenticatorApp.ts'
import { logIn as fillLogIn } from '../fixtures/steps/logIn.ts'
import { registerByForm } from '../fixtures/steps/newPlayer.ts'
import type { Registration } from '../fixtures/steps/registration.ts'
import { atNight, test } from '../fixtures/test.ts'
import { VirtualAuthenticator } from '../fixtures/virtualAuthenticator.ts'

/*
 * A player of SHOWCASE protects an account, from the first passkey to the freeze: the real portal,
 * API and mails, an authenticator of the browser's, and codes of a third-party app.
 */

const portal = portalOf('SHOWCASE')
const security = `${portal}/account/security`
const newPassword = 'Another9Battery'

async function logIn(page: Page, name: string, password: string): Promise<void> {
  await page.goto(`${portal}/login`)
  await fillLogIn(page, 'PROD', { name, password })
}

async function logOut(page: Page): Promise<void> {
  await logOutLink(page).click()
  await expect(page).toBeOnPath('/')
}

/** An unknown browser, at the second step of a log-in. */
async function atSecondStep(
  browser: Browser,
  { username, password }: Pick<Registration, 'username' | 'password'>,
): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await logIn(page, username, password)
  await expectSecondStep(page)
  const names = (await page.context().cookies()).map(({ name }) => name)
  expect(names).not.toContain('sso_session')
  return page
}

async function expectSecondStep(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
}

/** Adds a player's first passkey, which brings the recovery codes. */
async function addPasskey(page: Page, name: string): Promise<readonly string[]> {
  await goInside(page, security)
  await control(page, 'Add a passkey').click()
  const dialog = page.getByRole('dialog')
  await field(dialog, 'Name').fill(name)
  await control(dialog, 'Save').click()
  const codes = await storeCodes(page)
  await expect(page.getByRole('listitem', { name })).toBeVisible()
  return codes
}

async function storeCodes(page: Page): Promise<readonly string[]> {
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible()
  const codes = await dialog.getByRole('listitem').allInnerTexts()
  expect(codes).toHaveLength(10)
  await dialog.getByText('I have stored them').click()
  await control(dialog, 'Done').click()
  await expect(dialog).toHaveCount(0)
  return codes
}

async function addApp(page: Page): Promise<AuthenticatorApp> {
  await goInside(page, security)
  await control(page, 'Add an authenticator app').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Cannot scan it?').click()
  const app = new AuthenticatorApp(await dialog.getByRole('code').innerText())
  await field(dialog, 'Code').fill(await app.nextCode())
  await control(dialog, 'Confirm').click()
  await expect(dialog.getByRole('heading', { name: 'Add an authenticator app' })).toHaveCount(0)
  return app
}

/** In a browser without the passkey that is offered first. */
async function useApp(page: Page): Promise<void> {
  await control(page, 'Use your authenticator app').click()
}

async function giveCode(page: Page, code: string): Promise<void> {
  await field(page, 'Code from your authenticator app').fill(code)
}

test(
  'A player guards an account with a passkey and an app, sees who is in it, and freezes it (AT-STR-04, AT-STR-15, AT-STR-18, AT-STR-20, AT-SEC-01, AT-SEC-03, AT-SEC-06, AT-SEC-10, AT-SEC-12)',
  atNight(),
  async ({ page, browser, mailbox }) => {
    const player = await registerByForm(browser, 'SHOWCASE', mailbox)
    const { username, email, password } = player

    // A passkey, and a log-in by the field's own offer.
    const device = await VirtualAuthenticator.of(page)
    await device.setPresent(false)
    await logIn(page, username, password)
    await expect(page).toBeOnPath('/account')
    await device.setPresent(true)
    const codes = await addPasskey(page, 'Laptop')
    await logOut(page)
    await page.goto(`${portal}/login`)
    await expect(page).toBeOnPath('/account')
    await goInside(page, security)
    await expect(page.getByRole('listitem', { name: 'Laptop' })).toContainText('Last used')
    await device.setPresent(false)

    // An app, and a second step wherever the browser is not known.
    const app = await addApp(page)
    const other = await atSecondStep(browser, player)
    await useApp(other)
    await other.getByRole('checkbox', { name: /^Trust this browser for 30 days/ }).check()
    await giveCode(other, await app.nextCode())
    await expect(other).toBeOnPath('/account')
    await logOut(other)
    await logIn(other, username, password)
    await expect(other).toBeOnPath('/account')

    // The phone is lost.
    const third = await atSecondStep(browser, player)
    await control(third, 'Use a recovery code').click()
    await field(third, 'Recovery code').fill(codes[0] ?? '')
    await control(third, 'Confirm').click()
    await expect(third).toBeOnPath('/account')
    await expect(third.getByText('9 recovery codes are left.')).toBeVisible()
    await goInside(third, security)
    await expect(third.getByRole('heading', { name: 'Emergency' })).toBeVisible()

    // A site of others, and who is in the account.
    const guild = standInAddress.replace('localhost', '127.0.0.1')
    await other.goto(`${guild}/guild/login?portal=${portal}`)
    await control(other, 'Allow').click()
    await expect(other).toHaveURL(/\/guild/)
    await page.goto(security)
    const sites = page.getByRole('region', { name: 'Connected sites' })
    await expect(sites.getByRole('heading', { name: 'Guild Ledger' })).toBeVisible()
    const devices = page.getByRole('region', { name: 'Devices' })
    await expect(devices.getByRole('listitem')).toHaveCount(3)
    const lastIn = devices.getByRole('listitem').nth(1)
    await expect(lastIn).toContainText('Logged in with a password and a second step')
    await rowControl(lastIn, 'End session').click()
    await expect(devices.getByRole('listitem')).toHaveCount(2)
    const refusal = third.waitForResponse('**/api/security/activity**')
    await control(third, 'Show all').click()
    expect((await refusal).status()).toBe(401)
    await expect(third).toBeOnPath('/')

    await goInside(page, `${security}/activity`)
    const entries = page.getByRole('main').getByRole('listitem')
    for (const words of [
      'Sessions ended',
      'Guild Ledger may use your account',
      'Recovery code used',
      'Browser trusted',
      'Two-step verification switched on',
      'Authenticator app “Authenticator app” added',
      'Logged in with a passkey',
      'Passkey “Laptop” added',
      'Logged in with a password',
    ]) {
      await expect(entries.filter({ hasText: words }).first()).toBeVisible()
    }

    // The freeze: neither the password nor the passkey gets in, nor the browser of trust.
    await goInside(page, security)
    await control(page, 'Freeze my account').click()
    await control(page.getByRole('dialog'), 'Freeze now').click()
    await expect(page).toBeOnPath('/')
    await expect(
      page.getByText('Your account is frozen. We have sent you a mail.').first(),
    ).toBeVisible()
    await other.goto(security)
    await expect(other).toBeOnPath('/')
    for (const each of [page, other, third]) {
      await logIn(each, username, password)
      await expect(each.getByRole('alert').first()).toContainText('This account is frozen.')
      await each.goto(security)
      await expect(each).toBeOnPath('/')
    }
    await page.goto(`${portal}/login`)
    await device.setPresent(true)
    await control(page, 'Log in with a passkey').click()
    await expect(page.getByRole('alert').first()).toContainText('This account is frozen.')
    await expect(page).toBeOnPath('/login')

    // The way back, in this browser, and every way in asks for both factors again.
    const isFrozen = async () =>
      (await mailbox.list(email)).find(({ subject }) => subject.endsWith('is frozen'))
    await expect.poll(isFrozen).toBeDefined()
    const link = (await isFrozen())?.links.find((one) => one.includes('/account-safety')) ?? ''
    await page.goto(link)
    await field(page, 'New password').fill(newPassword)
    await field(page, 'Confirm password').fill(newPassword)
    await control(page, 'Open my account').click()
    // The log-in lets the device offer its passkey, and is over before a look at it.
    await expect(page).toBeOnPath('/account')
    await logIn(other, username, newPassword)
    await expectSecondStep(other)
    await useApp(other)
    await giveCode(other, await app.nextCode())
    await expect(other).toBeOnPath('/account')
    await Promise.all([other.context().close(), third.context().close()])
  },
)
