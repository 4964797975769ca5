import { lifetimes } from '@gatehouse/contract/limits'
import { paths } from '@gatehouse/contract/routes'
import { consumeForVisitor } from '../../auth/rate-limits/consumeByBrowser.ts'
import { callPartner } from './callPartner.ts'
import { after } from '../../platform/clock.ts'
import { insertRow } from '../../database/schema/executor.ts'
import { isAllowedReturnUrl } from '../../deployments/isAllowedReturnUrl.ts'
import { hashOf, newSecret } from '../../platform/crypto/secrets.ts'
import type { FederationContext } from '../federationServices.ts'
import { partnerFlow, type Partner } from '../partner-protocol/partnerProvider.ts'

type StartCall =
  | 'partnerLoginUrl'
  | 'creativeAssemblyLoginUrl'
  | 'focusLoginUrl'
  | 'partnerRegisterUrl'
  | 'partnerStepLoginUrl'
export type StartContext = { [N in StartCall]: FederationContext<N> }[StartCall]

export interface PartnerLoginStart {
  readonly purpose?: 'login' | 'register'
  readonly clientId?: string
  /** The address that the player goes on to; dropped when the deployment does not allow it. */
  readonly redirectUrl?: string
  /** The only player that the callback may log in; null for any. */
  readonly playerId?: number | null
}

/**
 * Starts an authorization at a partner: answers the address of its page. The callback is open for ten
 * minutes, once, in this browser. Refuses too many starts from one address, and a deployment whose
 * partner is switched off (`partner` null); PARTNER_RESPONSE_ERROR when the partner is unreachable.
 */
export async function startPartnerLogin(
  context: StartContext,
  partner: Partner | null,
  { purpose = 'login', clientId = '', redirectUrl = '', playerId = null }: PartnerLoginStart,
): Promise<string> {
  const { deployment, rules, services, clientContext, response, refuse } = context
  if (partner === null) throw refuse('ERROR_NOT_ALLOWED')
  const { database, clock, key } = services
  const now = clock.now()
  await consumeForVisitor(context, 'partnerAuthorizations')

  const state = newSecret()
  const authorization = partnerFlow(key.flows, deployment, state)
  const { provider, slug } = partner
  const url = await callPartner(
    context,
    () => provider.pageUrl(authorization, purpose),
    () => refuse('PARTNER_RESPONSE_ERROR'),
  )
  // Two tabs of one browser share its secret, so that neither ends the flow of the other.
  const browser = clientContext.cookie('flow') ?? newSecret()
  await insertRow(database.kysely, 'authorization_flows', {
    deployment: deployment.name,
    state_hash: hashOf(state),
    provider: slug,
    purpose,
    player_id: playerId,
    session_family: null,
    browser_hash: hashOf(browser),
    client_id: clientId,
    callback_path: paths.partnerCallback,
    redirect_url: isAllowedReturnUrl(deployment, redirectUrl) ? redirectUrl : '',
    created_at: now,
    expires_at: after(now, lifetimes.pendingFlow),
  })
  response.set('flow', browser)
  if (!rules.offersLanguages) return url
  // The partner's page may speak the player's language, too.
  const page = new URL(url)
  page.searchParams.set('ui_locales', clientContext.language)
  return page.href
}
