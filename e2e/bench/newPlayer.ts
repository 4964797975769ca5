import type { Environment } from '@gatehouse/contract/environments'
import { expect, type Page } from '@playwright/test'
import { portalOf } from './addresses.ts'
import type { Mailbox } from './mailbox.ts'
import {
  fillRegistration,
  freshName,
  type Registration,
  registrationOf,
  sendRegistration,
} from './registration.ts'

/** Registers a player of the running product and follows the link of the mail: ready to log in. */
export async function newPlayer(
  page: Page,
  environment: Environment,
  mailbox: Mailbox,
): Promise<Registration> {
  const registration = registrationOf(freshName())
  await page.clock.install()
  await page.goto(`${portalOf(environment)}/register`)
  await fillRegistration(page, environment, registration)
  await sendRegistration(page)
  await page.waitForURL('**/register/confirm')
  const { links } = await mailbox.newest(registration.email)
  const link = links.find((one) => /\/confirm-email|\/register\/validate/.test(one))
  expect(link, 'the mail has a link').toBeDefined()
  await page.goto(link ?? '')
  await page.waitForURL('**/login')
  return registration
}
