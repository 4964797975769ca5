import type { Configuration } from '@gatehouse/contract/configuration'
import { partnerSlug } from '@gatehouse/contract/display'
import type { Rules } from '@gatehouse/contract/environments'
import type { ReturnTo } from './returnTo.ts'
import type { Session } from './session.ts'
import { urlOf } from './urlOf.ts'

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

/** The URL with marketing parameters; those that it already has stay as they are. */
export function withTracking(url: string, tracking: string): string {
  const tracked = new URL(url)
  for (const [name, value] of new URLSearchParams(tracking)) {
    if (!tracked.searchParams.has(name)) tracked.searchParams.append(name, value)
  }
  return tracked.href
}
