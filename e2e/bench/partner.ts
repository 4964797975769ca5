import type { Environment } from '@gatehouse/contract/environments'
import type { Configuration } from '@gatehouse/contract/configuration'
import type { Page } from '@playwright/test'
import { portalOf } from './addresses.ts'
import { ok } from './answers.ts'
import { box, field } from './page.ts'
import { freshName } from './registration.ts'
import type { S0 } from './s0.ts'
import { beAtStandIns, describeAccount, freshAccounts } from './standInAccounts.ts'

/** How the account API names the partner of an environment. */
export const slugs: Readonly<Partial<Record<Environment, string>>> = {
  RELIC: 'relic',
  'CREATIVE-ASSEMBLY': 'creative-assembly',
  FOCUS: 'focus',
}

/** The call that takes the query of a partner's answer, by environment. */
const callbackCalls: Readonly<Partial<Record<Environment, string>>> = {
  FOCUS: 'GET focus/oauth/partner',
  'CREATIVE-ASSEMBLY': 'GET creativeassembly/oauth/partner',
  RELIC: 'GET partner/user/log-in',
  PROD: 'GET partner/log-in',
}

/** What a partner's answer becomes for somebody who has no account yet. */
export const newcomer = { CreateAccount: true, SSOId: 77, SSOEmail: 'p@x.test', Username: 'Pat' }
export const known = { CreateAccount: false, Created: 'IDENT-1' }

/** Plays a partner's answer, and a registration that succeeds. Answers the name of its call. */
export async function playPartner(
  s0: S0,
  environment: Environment,
  answer: object,
  differences: Partial<Configuration> = {},
): Promise<string> {
  const call = callbackCalls[environment] ?? ''
  await s0.in(environment, differences)
  s0.stub(call, ok(answer))
  s0.stub('POST partner/user/register', ok({ Created: 'C-9' }))
  s0.stub('GET partner/user/C-9/log-in', ok({ Created: 'IDENT-1' }))
  return call
}

/** Ticks everything that the form of a partner's newcomer asks for. */
export async function approve(page: Page, environment: Environment): Promise<void> {
  await box(page, 'Privacy Policy').check()
  await box(page, 'Terms').check()
  if (environment === 'RELIC') await box(page, 'Code of Conduct').check()
}

/** Somebody with an account at the running partner, whom this browser is taken for there. */
export async function newAtPartner(page: Page, environment: Environment, differences = {}) {
  const { partner: subject } = freshAccounts()
  const username = freshName()
  const email = `${username.toLowerCase()}@partner.example`
  const account = { email, username, ...differences }
  await describeAccount(slugs[environment] ?? '', subject, account)
  await beAtStandIns(page.context(), subject)
  return { subject, username, email }
}

/** Sends the form of a newcomer, when by the page's clock a person could have filled it. */
export async function confirmUsername(page: Page, environment: Environment): Promise<void> {
  await approve(page, environment)
  await page.clock.fastForward('00:06')
  await page.getByRole('button', { name: 'Confirm username' }).click()
}

/** Comes to a deployment through its partner for the first time, and is logged in. */
export async function newPartnersPlayer(page: Page, environment: Environment) {
  const newcomer = await newAtPartner(page, environment)
  await page.clock.install()
  await page.goto(`${portalOf(environment)}/login`)
  await field(page, 'Username').waitFor()
  await confirmUsername(page, environment)
  await page.waitForURL('**/account')
  return newcomer
}
