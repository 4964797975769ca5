import { maskEmail } from '@gatehouse/contract/display'
import { request } from '@playwright/test'
import { firstByDay } from '../fixtures/environments.ts'
import { AccountApi } from '../fixtures/running-product/accountApi.ts'
import { type Deployed, portalOf } from '../fixtures/running-product/addresses.ts'
import { expect } from '../fixtures/expect.ts'
import { box, control, field } from '../fixtures/page.ts'
import {
  fillRegistration,
  freshName,
  type Registration,
  registrationOf,
  sendRegistration,
} from '../fixtures/steps/registration.ts'
import { atNight, test } from '../fixtures/test.ts'

/* A success is reported, and a failure is followed by a way on. */

for (const environment of firstByDay(['PROD', 'TWO-POINT-STUDIOS'] as const)) {
  test(
    `A newcomer asks for a second mail, finds the first link dead, and arrives at a log-in that knows the name · ${environment}`,
    atNight(),
    async ({ page, mailbox }) => {
      const portal = portalOf(environment)
      const registration = registrationOf(freshName())
      const { username, email } = registration
      await page.clock.install()
      await page.goto(`${portal}/register`)
      await fillRegistration(page, environment, registration)
      await sendRegistration(page)
      await expect(page).toBeOnPath('/register/confirm')
      await expect(page.getByText(`We sent it to ${email}.`)).toBeVisible()
      const again = page.getByRole('button', { name: /^Send it again/ })
      await expect(again).toBeDisabled()
      await expect(again).toHaveText(/^Send it again in \d:\d\d$/)
      const first = await mailbox.newest(email)
      await page.reload()
      await expect(page.getByText(`We sent it to ${email}.`)).toBeVisible()
      await page.clock.fastForward('01:05')
      await expect(again).toHaveText('Send it again')
      await again.click()
      await expect(page.getByRole('status')).toHaveText(`We sent another mail to ${email}.`)
      await expect(again).toBeDisabled()
      const second = await mailbox.newest(email, 2)

      await control(page, 'Wrong address? Register again with the right one').click()
      await expect(page).toBeOnPath('/register')
      await page.goto(`${portal}/register/confirm`)

      await page.goto(linkOf(first.links))
      await expect(page.getByText('Your link is invalid')).toBeVisible()
      await control(page, 'Send a new link').click()
      await expect(page).toBeOnPath('/confirm-email/send')
      await expect(field(page, 'Email')).toHaveValue(email)

      await page.goto(linkOf(second.links))
      await expect(page).toBeOnPath('/login')
      await expect(page.getByRole('status')).toContainText('Your email is confirmed')
      await expect(field(page, 'Username or email')).toHaveValue(username)
      await page.reload()
      await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
      await expect(page.getByText('Your email is confirmed')).toHaveCount(0)
    },
  )
}

test(
  'A newcomer who typed the address wrong corrects it and keeps the name · PROD',
  atNight(),
  async ({ page, mailbox }) => {
    const registration = registrationOf(freshName())
    const wrong = `wrong.${registration.email}`
    await page.clock.install()
    await page.goto(`${portalOf('PROD')}/register`)
    await fillRegistration(page, 'PROD', { ...registration, email: wrong, confirmEmail: wrong })
    await sendRegistration(page)
    await expect(page.getByText(`We sent it to ${wrong}.`)).toBeVisible()
    const dead = linkOf((await mailbox.newest(wrong)).links)

    await control(page, 'Wrong address? Register again with the right one').click()
    await expect(field(page, 'Username')).toHaveValue(registration.username)
    await expect(box(page, 'Terms')).toBeChecked()
    for (const name of ['Email', 'Confirm email']) await field(page, name).fill(registration.email)
    for (const name of ['Password', 'Confirm password']) {
      await field(page, name).fill(registration.password)
    }
    await sendRegistration(page)
    await expect(page.getByText(`We sent it to ${registration.email}.`)).toBeVisible()
    const link = linkOf((await mailbox.newest(registration.email)).links)

    await page.goto(dead)
    await expect(page.getByText('Your link is invalid')).toBeVisible()
    await page.goto(link)
    await expect(page).toBeOnPath('/login')
    await expect(field(page, 'Username or email')).toHaveValue(registration.username)
  },
)

// Their mail links wait for a press.
for (const deployment of firstByDay(['SECURED', 'STRONG-TWO-POINT'] as const)) {
  test(`A dead link in a new tab sends another one to where it went, and types no address · ${deployment}`, async ({
    page,
    mailbox,
  }) => {
    const { email } = await registeredPlayer(deployment)
    const dead = linkOf((await mailbox.newest(email)).links)
    await askForConfirmation(deployment, email)
    await mailbox.newest(email, 2)

    await page.goto(dead)
    await control(page, 'Confirm').click()
    await expect(page.getByText(/Your link is invalid|Open the newest mail/)).toBeVisible()
    await control(page, 'Send a new link').click()
    await expect(page).toBeOnPath('/confirm-email/send')
    await expect(page.getByText('We send it where the old one went.')).toBeVisible()
    await expect(page.getByRole('textbox')).toHaveCount(0)
    expect(await mailbox.list(email)).toHaveLength(2)
    await page.getByRole('button', { name: 'Send a new link' }).click()
    await expect(page.getByText(`We sent it to ${maskEmail(email)}.`)).toBeVisible()
    await page.goto(linkOf((await mailbox.newest(email, 3)).links))
    await control(page, 'Confirm').click()
    await expect(page).toBeOnPath('/login')
  })
}

/** Registers a player over HTTP, in no browser. */
async function registeredPlayer(deployment: Deployed): Promise<Registration> {
  const registration = registrationOf(freshName())
  const answer = await callOver(deployment, 'POST register/new-user', {
    Username: registration.username,
    Firstname: registration.firstname,
    Lastname: registration.lastname,
    DateOfBirth: registration.dateOfBirth,
    Password: registration.password,
    ConfirmPassword: registration.confirmPassword,
    Email: registration.email,
    ConfirmEmail: registration.confirmEmail,
    ApprovePrivacyPolicy: true,
    ApproveEULA: true,
    ApproveCodeOfConduct: true,
  })
  expect(answer.status).toBeLessThan(300)
  return registration
}

async function askForConfirmation(deployment: Deployed, Email: string): Promise<void> {
  const answer = await callOver(deployment, 'POST email/send-confirmation-email', { Email })
  expect(answer.status).toBeLessThan(300)
}

async function callOver(deployment: Deployed, call: string, body: object) {
  const context = await request.newContext()
  const answer = await new AccountApi(context, deployment).send(call, body)
  await context.dispose()
  return answer
}

/** The link of a registration mail. */
function linkOf(links: readonly string[]): string {
  return links.find((link) => /\/confirm-email|\/register\/validate/.test(link)) ?? ''
}
