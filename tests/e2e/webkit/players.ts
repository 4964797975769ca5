import { expect } from '@playwright/test'
import { portalOf } from '../fixtures/running-product/addresses.ts'
import type { Mailbox } from '../fixtures/running-product/mailbox.ts'
import { freshName, type Registration, registrationOf } from '../fixtures/steps/registration.ts'
import type { WebKit } from './WebKit.ts'

/** Where the journeys are: the portal with everything on. */
export const portal = portalOf('SHOWCASE')

/** The portal asks for a session that was ended at a site. */
export const goneToken = /GET .*\/api\/token\/[\w-]+: 404/

/** A new player fills the form, confirms by the mail, and is in: no log-in follows. */
export async function register(webkit: WebKit, mailbox: Mailbox): Promise<Registration> {
  const registration = registrationOf(freshName())
  const { username, password, email } = registration
  await webkit.goto(portal)
  await webkit.press('Reject all')
  await webkit.press('Create an account')
  await webkit.isOn(`${portal}/register`)
  await webkit.fill('Username', username)
  await webkit.fill('Password', password)
  await webkit.fill('Confirm password', password)
  await webkit.fill('Email', email)
  await webkit.fill('Confirm email', email)
  await webkit.tick('Privacy Policy')
  await webkit.tick('Terms')
  // A person needs longer for the form.
  await webkit.run('const { now } = Date; Date.now = () => now() + 20_000')
  await webkit.press('Create account')
  await webkit.sees('Check your mailbox')
  await webkit.goto(await linkTo(mailbox, email, '/confirm-email'))
  await webkit.press('Confirm')
  // The whole screen: WebKit gives up the file of one that is left on its way, and the page says so.
  await webkit.sees('Then a stolen password opens nothing.')
  return registration
}

/** The newest mail's link to a path, once so many mails have come. */
export async function linkTo(mailbox: Mailbox, to: string, path: string): Promise<string> {
  const isOne = (link: string) => link.includes(path)
  let found: string | undefined
  await expect
    .poll(async () => {
      found = (await mailbox.list(to)).flatMap(({ links }) => links).find(isOne)
      return found
    }, `a mail to ${path}`)
    .toBeDefined()
  return found ?? ''
}

/** Logs in by the form in two steps that is open. */
export async function logIn(webkit: WebKit, name: string, password: string): Promise<void> {
  await webkit.fill('Username or email', name)
  await webkit.press('Next')
  await webkit.fill('Password', password)
  await webkit.press('Log in')
}
