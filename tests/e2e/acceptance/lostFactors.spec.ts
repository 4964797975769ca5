import type { Page } from '@playwright/test'
import { AccountApi } from '../fixtures/running-product/accountApi.ts'
import { portalOf } from '../fixtures/running-product/addresses.ts'
import { letPass } from '../fixtures/running-product/letPass.ts'
import type { Mail, Mailbox } from '../fixtures/running-product/mailbox.ts'
import { expect } from '../fixtures/expect.ts'
import { control, field } from '../fixtures/page.ts'
import { AuthenticatorApp } from '../fixtures/steps/authenticatorApp.ts'
import { logIn } from '../fixtures/steps/logIn.ts'
import { registerPlayer } from '../fixtures/steps/newPlayer.ts'
import { freshName, type Registration } from '../fixtures/steps/registration.ts'
import { atNight, test } from '../fixtures/test.ts'
import { VirtualAuthenticator } from '../fixtures/virtualAuthenticator.ts'

/* Second factors that are lost, and second factors that decide: days pass for the player meanwhile. */

const deployed = 'TWO-STEP'
const portal = portalOf(deployed)
const newPassword = 'Another9Battery'

async function confirmedPlayer(mailbox: Mailbox): Promise<Registration> {
  const { registration, api, link, dispose } = await registerPlayer(deployed, mailbox)
  await api.send('POST email/confirm', { Uid: link.searchParams.get('uid') })
  await dispose()
  return registration
}

async function enter(page: Page, { username, password }: Registration): Promise<void> {
  await page.goto(`${portal}/login`)
  await logIn(page, 'PROD', { name: username, password })
}

/** Adds an app from somewhere else. */
async function addApp(api: AccountApi, player: Registration): Promise<AuthenticatorApp> {
  const { token } = await api.logIn(player.username, player.password)
  const sender = { bearer: token.Value }
  const started = await api.send('POST security/authenticators/start', {}, sender)
  const { Id, Secret } = started.body as { Id: number; Secret: string }
  const app = new AuthenticatorApp(Secret)
  const confirmation = { Id, Code: await app.nextCode(), Name: 'Phone' }
  const { status } = await api.send('POST security/authenticators/confirm', confirmation, sender)
  expect(status).toBeLessThan(300)
  return app
}

const linkOf = ({ links }: Mail) => links.find((one) => one.includes('/account-safety')) ?? ''
const numberOf = ({ text }: Mail) => /number: (\d{6})/i.exec(text)?.[1] ?? ''
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** A player who has had an app for long, and has asked to get in without it; returns the promised moment. */
async function beginRecovery(
  page: Page,
  mailbox: Mailbox,
  api: AccountApi,
): Promise<{ player: Registration; app: AuthenticatorApp; date: string }> {
  const player = await confirmedPlayer(mailbox)
  const app = await addApp(api, player)
  await letPass(deployed, player.username, { days: 20 })
  await enter(page, player)
  await expect(heading(page)).toHaveText('One more step')
  await page.getByText('I have lost all of these').click()
  await expect(heading(page)).toHaveText('Get back in without your second step')
  await control(page, 'Send me the link').click()
  await expect(page.getByText('Open our mail.')).toBeVisible()
  const mail = await mailbox.about(/without your second step|way back|get back/i, player.email)
  await page.goto(linkOf(mail))
  await expect(page.getByText('This takes 7 days')).toBeVisible()
  await expect(page.getByText('You have 1 of 2 proofs.')).toBeVisible()
  await field(page, 'Number in our mail').fill(numberOf(mail))
  await control(page, 'Go on').click()
  await expect(heading(page)).toHaveText('Now you wait')
  const said = await page.getByText(/^We have told every address/).innerText()
  return { player, app, date: /On (.+) you get a mail/.exec(said)?.[1] ?? '' }
}

const asked = /^Somebody asks to get into your/
const subjects = async (mailbox: Mailbox, to: string, subject: RegExp) =>
  (await mailbox.list(to)).filter((mail) => subject.test(mail.subject)).length

test('Mailbox and password open an account after seven days, of which every mail says when (AT-SEC-35)', async ({
  page,
  browser,
  mailbox,
  request,
}) => {
  const api = new AccountApi(request, deployed)
  const { player, date } = await beginRecovery(page, mailbox, api)
  expect(date).toMatch(/\d{4}/)
  // A reload says the same.
  await page.reload()
  await expect(page.getByText(`On ${date} you get a mail.`)).toBeVisible()
  const isMailed = (count: number) =>
    expect.poll(() => subjects(mailbox, player.email, asked)).toBe(count)
  await isMailed(1)
  for (const [days, count] of [
    [1, 2],
    [2, 3],
    [3, 4],
  ] as const) {
    await letPass(deployed, player.username, { days })
    await isMailed(count)
  }
  expect(await subjects(mailbox, player.email, /^You can get back/)).toBe(0)
  await letPass(deployed, player.username, { days: 1 })
  const ready = await mailbox.about(/^You can get back/, player.email)

  const device = await (await browser.newContext()).newPage()
  await device.goto(linkOf(ready))
  await expect(heading(device)).toHaveText('Get back into your account')
  await field(device, 'Number in our mail').fill(numberOf(ready))
  await field(device, 'New password').fill(newPassword)
  await field(device, 'Confirm password').fill(newPassword)
  await control(device, 'Open my account').click()
  await expect(device).toBeOnPath('/login')
  await expect(device.getByText('Your account is open again. Log in and play.')).toBeVisible()
  await logIn(device, 'PROD', { name: player.username, password: newPassword })
  // No second step is asked.
  await expect(device).toBeOnPath('/account')
  await device.goto(`${portal}/account/security`)
  await expect(device.getByText('Changes are on hold until')).toBeVisible()
  // The link says what it has done.
  await page.goto(linkOf(ready))
  await expect(heading(page)).toHaveText('Your account is open again')
  await device.context().close()
})

test(
  'A log-in with the app on day five stops it (AT-SEC-36)',
  atNight(),
  async ({ page, browser, mailbox, request }) => {
    const { player, app } = await beginRecovery(page, mailbox, new AccountApi(request, deployed))
    await letPass(deployed, player.username, { days: 5 })
    const device = await (await browser.newContext()).newPage()
    await enter(device, player)
    await field(device, 'Code from your authenticator app').fill(await app.nextCode())
    await expect(device).toBeOnPath('/account')
    await mailbox.about(/^The recovery of your .* was stopped/, player.email)
    // Whoever began it reads that it is over.
    await page.reload()
    await expect(page.getByRole('alert')).toContainText('Your link has expired')
    await letPass(deployed, player.username, { days: 3 })
    await expect.poll(() => subjects(mailbox, player.email, /was stopped/)).toBe(1)
    expect(await subjects(mailbox, player.email, /^You can get back/)).toBe(0)
    await device.context().close()
  },
)

test('An owner with an old passkey stops a thief in the mailbox without any mail, and both read the same (AT-SEC-44)', async ({
  page,
  browser,
  mailbox,
}) => {
  const player = await confirmedPlayer(mailbox)
  await VirtualAuthenticator.of(page)
  // The device answers the form by itself.
  const byPasskey = () => page.goto(`${portal}/login`)
  await enter(page, player)
  await expect(page).toBeOnPath('/account')
  await page.goto(`${portal}/account/security`)
  await control(page, 'Add a passkey').click()
  const dialog = page.getByRole('dialog')
  await field(dialog, 'Name').fill('Laptop')
  await control(dialog, 'Save').click()
  await dialog.getByText('I have stored them').click()
  await control(dialog, 'Done').click()
  await letPass(deployed, player.username, { days: 20 })
  await page.goto(`${portal}/account/update-username`)
  const username = freshName()
  await field(page, 'New username').fill(username)
  await control(page.locator('main'), 'Confirm').click()
  await expect(page).toBeOnPath('/account')

  // The thief reads the mail about it.
  const mail = await mailbox.about(/username/i, player.email)
  const thief = await (await browser.newContext()).newPage()
  await thief.goto(linkOf(mail))
  await thief.getByRole('radio', { name: /^Undo what was done since/ }).check()
  await thief.getByRole('radio', { name: /^Username changed/ }).check()
  await thief.getByRole('radio', { name: /^Without it, the account is frozen now/ }).check()
  await field(thief, 'Number in our mail').fill(numberOf(mail))
  await control(thief, 'Undo it').click()
  await expect(heading(thief)).toHaveText('Your account is frozen')
  const said = await thief.getByText(/^It will be restored on/).innerText()
  const date = /restored on (.+) unless/.exec(said)?.[1] ?? ''
  expect(date).toMatch(/\d{4}/)
  // Neither a reload nor another press makes more of it.
  await thief.reload()
  await expect(thief.getByText(`It will be restored on ${date} unless`)).toBeVisible()

  // The owner reads no mail.
  await byPasskey()
  await expect(page).toBeOnPath('/account-safety')
  await expect(heading(page)).toHaveText('Stop this')
  await expect(page.getByRole('main')).toContainText(`That happens on ${date}.`)
  await control(page, 'Stop it with my passkey').click()
  await expect(heading(page)).toHaveText('It is stopped')
  await page.reload()
  await expect(heading(page)).toHaveText('It is stopped')
  await thief.reload()
  await expect(thief.getByRole('alert')).toContainText('Your link has expired')
  await byPasskey()
  await expect(page).toBeOnPath('/account')
  await expect(page.getByRole('main').getByText(username).first()).toBeVisible()
  await letPass(deployed, username, { hours: 30 })
  await page.reload()
  await expect(page.getByText(username).first()).toBeVisible()

  // An account that was frozen opens the same way.
  await page.goto(`${portal}/account/security`)
  await control(page, 'Freeze my account').click()
  await control(page.getByRole('dialog'), 'Freeze now').click()
  await expect(page).toBeOnPath('/account-safety/frozen')
  await byPasskey()
  await expect(heading(page)).toHaveText('Get back into your account')
  await field(page, 'New password').fill(newPassword)
  await field(page, 'Confirm password').fill(newPassword)
  await control(page, 'Open it with my passkey').click()
  await expect(page).toBeOnPath('/account')
  await thief.context().close()
})
