import type { Browser, Page } from '@playwright/test'
import { AccountApi } from '../fixtures/running-product/accountApi.ts'
import { type Deployed, portalOf } from '../fixtures/running-product/addresses.ts'
import type { Mailbox } from '../fixtures/running-product/mailbox.ts'
import { beAtStandIns } from '../fixtures/running-product/standInAccounts.ts'
import { expect } from '../fixtures/expect.ts'
import { control, rowControl, field, goInside } from '../fixtures/page.ts'
import { logIn } from '../fixtures/steps/logIn.ts'
import { registerPlayer } from '../fixtures/steps/newPlayer.ts'
import { newPartnersPlayer } from '../fixtures/steps/partner.ts'
import type { Registration } from '../fixtures/steps/registration.ts'
import { atNight, test } from '../fixtures/test.ts'

/* The sessions and the ledger of an account, and how its player freezes it. */

const address = '/account/security'
const on = { EnableSecuritySection: true, EnableSitesSection: true } as const
const newPassword = 'Another9Battery'

/** A confirmed player of the deployment with the section. */
async function newPlayer(mailbox: Mailbox): Promise<Registration> {
  const { registration, api, link, dispose } = await registerPlayer('SECURED', mailbox)
  await api.send('POST email/confirm', { Uid: link.searchParams.get('uid') })
  await dispose()
  return registration
}

async function logInto(page: Page, name: string, password: string): Promise<void> {
  await page.goto(`${portalOf('SECURED')}/login`)
  await logIn(page, 'PROD', { name, password })
}

async function otherBrowser(browser: Browser): Promise<Page> {
  return (await browser.newContext()).newPage()
}

async function freeze(page: Page, deployed: Deployed = 'SECURED'): Promise<void> {
  await page.goto(`${portalOf(deployed)}${address}`)
  await control(page, 'Freeze my account').click()
  await control(page.getByRole('dialog'), 'Freeze now').click()
  await expect(page).toBeOnPath('/account-safety/frozen')
  await expect(page.getByRole('heading', { name: 'Your account is frozen' })).toBeVisible()
}

test(
  'A player ends another browser, freezes the account, and opens it again in this browser (AT-SEC-01, AT-SEC-10, AT-SEC-11)',
  atNight(),
  async ({ page, browser, mailbox }) => {
    const { username, email, password } = await newPlayer(mailbox)
    await logInto(page, username, password)
    await expect(page).toBeOnPath('/account')
    const other = await otherBrowser(browser)
    await logInto(other, username, password)
    await expect(other).toBeOnPath('/account')
    expect((await mailbox.newest(email, 2)).subject).toMatch(/^New log-in/)

    await goInside(page, `${portalOf('SECURED')}${address}`)
    const devices = page.getByRole('region', { name: 'Devices' })
    await expect(devices.getByRole('listitem')).toHaveCount(2)
    await rowControl(devices, 'End session').click()
    await expect(devices.getByRole('listitem')).toHaveCount(1)
    await other.goto(`${portalOf('SECURED')}${address}`)
    await expect(other).toBeOnPath('/login')
    await expect(other.getByText('You were logged out from another device.')).toBeVisible()

    await freeze(page)
    await logInto(page, username, password)
    await expect(page.getByRole('alert')).toContainText('This account is frozen.')
    const mail = await mailbox.newest(email, 3)
    expect(mail.subject).toMatch(/is frozen$/)
    const link = mail.links.find((one) => one.includes('/account-safety')) ?? ''

    await page.goto(link)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Get back into your account')
    await expect(field(page, 'Number in our mail')).toHaveCount(0)
    await field(page, 'New password').fill(newPassword)
    await field(page, 'Confirm password').fill(newPassword)
    await control(page, 'Open my account').click()
    await expect(page).toBeOnPath('/account')
    await expect(page.getByText('Your account is open again. You are logged in.')).toBeVisible()
    await control(page, 'Security').click()
    await expect(page.getByRole('region', { name: 'Devices' })).toContainText('This device')
    await other.context().close()
  },
)

test(
  'A player of a partner has no passkey and no second step here, but devices and a freeze (AT-STR-40)',
  atNight(),
  async ({ page, browser, mailbox }) => {
    const portal = portalOf('STRONG-RELIC')
    const { subject, email } = await newPartnersPlayer(page, 'RELIC', 'STRONG-RELIC')
    const other = await otherBrowser(browser)
    await beAtStandIns(other.context(), subject)
    await other.goto(portal)
    const entrance = control(other, 'Login with Relic Account')
    await expect(entrance).toBeVisible()
    await expect(control(other, 'Log in with a passkey')).toHaveCount(0)
    await entrance.click()
    await expect(other).toBeOnPath('/account')

    await page.goto(`${portal}${address}`)
    await expect(page.getByText('You log in with your Relic account.')).toBeVisible()
    const devices = page.getByRole('region', { name: 'Devices' })
    await expect(devices.getByRole('listitem')).toHaveCount(2)
    for (const name of ['Passkeys', 'Two-step verification', 'Password']) {
      await expect(page.getByRole('region', { name })).toHaveCount(0)
    }
    await rowControl(devices, 'End session').click()
    await expect(devices.getByRole('listitem')).toHaveCount(1)
    await other.goto(`${portal}${address}`)
    await expect(other).toBeOnPath('/')

    await freeze(page, 'STRONG-RELIC')
    await control(other, 'Login with Relic Account').click()
    await expect(other.getByText('This account is frozen.').first()).toBeVisible()
    const mail = await mailbox.newest(email)
    expect(mail.subject).toMatch(/is frozen$/)
    await page.goto(mail.links.find((one) => one.includes('/account-safety')) ?? '')
    await expect(field(page, 'New password')).toHaveCount(0)
    await control(page, 'Open my account').click()
    // The partner's log-in follows without another press.
    await expect(page).toBeOnPath('/account')
    await other.context().close()
  },
)

test(
  'A mail scanner that presses every button changes nothing, and its owner succeeds with the number (AT-SEC-11, AT-SEC-16, AT-SEC-18)',
  atNight(),
  async ({ page, browser, mailbox }) => {
    const { username, email, password } = await newPlayer(mailbox)
    await logInto(page, username, password)
    await expect(page).toBeOnPath('/account')
    await freeze(page)
    const mail = await mailbox.newest(email, 2)
    const link = mail.links.find((one) => one.includes('/account-safety')) ?? ''
    const number = /number: (\d{6})/.exec(mail.text)?.[1] ?? ''

    const scanner = await otherBrowser(browser)
    await scanner.goto(link)
    await scanner.getByRole('heading', { level: 1 }).waitFor()
    await scanner.evaluate(() => {
      for (const button of document.querySelectorAll<HTMLElement>('main button')) button.click()
    })
    await expect(field(scanner, 'Number in our mail')).toBeVisible()
    const api = new AccountApi(scanner.request, 'SECURED')
    const form = { UsernameOrEmail: username, Password: password }
    expect(JSON.stringify((await api.send('POST log/log-in', form)).body)).toContain(
      'ACCOUNT_FROZEN',
    )

    const owner = await otherBrowser(browser)
    await owner.goto(link)
    await field(owner, 'New password').fill(newPassword)
    await field(owner, 'Confirm password').fill(newPassword)
    await control(owner, 'Open my account').click()
    await expect(field(owner, 'Number in our mail')).toHaveError(
      'This is not the number in the mail.',
    )
    await expect(field(owner, 'New password')).toHaveValue(newPassword)
    await field(owner, 'Number in our mail').fill(number)
    await control(owner, 'Open my account').click()
    // The mailbox alone opens no session.
    await expect(owner).toBeOnPath('/login')
    await expect(owner.getByText('Your account is open again.')).toBeVisible()
    await expect(field(owner, 'Username or email')).toHaveValue(username)
    await logIn(owner, 'PROD', { name: username, password: newPassword })
    await expect(owner).toBeOnPath('/account')
    await Promise.all([scanner.context().close(), owner.context().close()])
  },
)

test('With the keyboard alone a player freezes the account, and Cancel is as near (AT-SEC-45)', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await stubbedApi.in('PROD', on)
  await signIn()
  await page.goto(address)
  const freezing = control(page, 'Freeze my account')
  await freezing.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(freezing).toBeFocused()
  expect(stubbedApi.sent('POST security/freeze')).toEqual([])
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(control(page.getByRole('dialog'), 'Freeze now')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toBeOnPath('/account-safety/frozen')
  expect(stubbedApi.sent('POST security/freeze')).toHaveLength(1)
})
