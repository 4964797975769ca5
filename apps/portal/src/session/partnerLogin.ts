import type { Configuration } from '@gatehouse/contract/configuration'
import { partnerSlug } from '@gatehouse/contract/display'
import type { ReturnTo } from './returnTo.ts'
import type { Session } from './session.ts'
import { urlOf } from './urlOf.ts'
import { withTracking } from './tracking.ts'
import type { User } from '@gatehouse/contract/entities'
import type { Rules } from '@gatehouse/contract/environments'

/** True where a partner proves the player: it keeps the address, and no password is kept here. */
export function isPartnerAccount(user: User, rules: Rules): boolean {
  return rules.signIn === 'by-partner' || user.AuthType === 2
}

interface PartnerServices {
  readonly configuration: Configuration
  readonly rules: Rules
  readonly session: Session
  readonly returnTo: ReturnTo
}

/** Asks for the address of the partner's own log-in or register page. */
export async function partnerPage(
  { configuration, rules, session, returnTo }: PartnerServices,
  page: 'login' | 'register',
): Promise<string> {
  const path = { partner: partnerSlug(configuration.PartnerName) }
  if (page === 'register') return urlOf(await session.api('partnerRegisterUrl', { path }))
  const body = { ClientId: returnTo.clientId(), RedirectUrl: returnTo.redirectUrl() }
  const call = rules.partnerLoginUrlCall
  const url = await (call === 'partnerLoginUrl'
    ? session.api(call, { path, body })
    : session.api(call, { body }))
  return withTracking(urlOf(url), returnTo.read('tracking'))
}
