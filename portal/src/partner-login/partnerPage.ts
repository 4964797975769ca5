import type { Portal } from '../context/portal.ts'
import { partnerSlug } from '@gatehouse/contract/display'
import { urlOf } from '../session/urlOf.ts'
import { withTracking } from './tracking.ts'

/** Asks for the address of the partner's own log-in or register page. */
export async function partnerPage(
  {
    configuration,
    rules,
    session,
    returnTo,
  }: Pick<Portal, 'configuration' | 'rules' | 'session' | 'returnTo'>,
  page: 'login' | 'register',
): Promise<string> {
  const path = { partner: partnerSlug(configuration.PartnerName) }
  if (page === 'register') return urlOf(await session.api('partnerRegisterUrl', { path }))
  const body = { ClientId: returnTo.clientId(), RedirectUrl: returnTo.redirectUrl() }
  const call = rules.partnerLoginUrlCall
  const url = await (call === 'partnerLoginUrl'
    ? session.api(call, { path, body })
    : session.api(call, { body }))
  return withTracking(urlOf(url))
}
