import type { Environment } from '@gatehouse/contract/environments'
import type { Configuration } from '@gatehouse/contract/configuration'
import type { Page } from '@playwright/test'
import { ok } from './answers.ts'
import { box } from './page.ts'
import type { S0 } from './s0.ts'

/** The call that takes the query of a partner's answer, by environment. */
export const callbackCalls: Readonly<Partial<Record<Environment, string>>> = {
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
