import type { CanonicalName } from '@gatehouse/contract/entities'
import { lifetimes } from '@gatehouse/contract/limits'
import { after } from '../../platform/clock.ts'
import { insertAuthorizationFlow } from '../../database/federation/authorizationFlows.ts'
import type { AuthorizationRequest } from '../providers/connectionProvider.ts'
import { refuse } from '../../platform/apiError.ts'
import { hashOf, newSecret } from '../../platform/crypto/secrets.ts'
import type { LinkingContext } from './linkAccount.ts'
import { callbackPathOf } from './callbackPathOf.ts'
import { isAllowedReturnUrl } from '../../tenants/isAllowedReturnUrl.ts'
import { authorizeLinking } from './authorizeLinking.ts'

/** Where the player wants to come back to. */
export interface ReturnAddress {
  readonly callbackPath: string
  /** Where the portal goes on afterwards; empty for its own list of connections. */
  readonly redirectUrl: string
}

/**
 * Begins the linking of an account: answers where the player signs in to the service. The way back is
 * open for ten minutes, once, and to this player in this session alone. Refuses an address that the
 * portal does not have or may not go on to, and whom authorizeLinking refuses.
 */
export async function startLinking(
  context: LinkingContext,
  service: CanonicalName,
  { callbackPath, redirectUrl }: ReturnAddress,
): Promise<string> {
  const { deployment, services, caller } = context
  const way = await authorizeLinking(context, service)
  if (way === 'partner-service' || callbackPath !== callbackPathOf(service)) {
    throw refuse('ERROR_NOT_ALLOWED')
  }
  if (redirectUrl !== '' && !isAllowedReturnUrl(deployment, redirectUrl))
    throw refuse('INVALID_REQUEST')
  const admission = await services.rateLimiter.consume(
    deployment,
    'linkings',
    `${caller.player_id}`,
  )
  if (!admission.isAdmitted) throw refuse('ERROR_TOO_MANY_ATTEMPTS', admission)

  const { connections, clock, database } = services
  const returnTo = `${deployment.origin}${callbackPath}`
  const request: AuthorizationRequest = { deployment, state: newSecret(), returnTo }
  const now = clock.now()
  await insertAuthorizationFlow(database.kysely, {
    deployment: deployment.name,
    state_hash: hashOf(request.state),
    provider: way === 'redeemer' ? `redeemer ${service}` : service,
    purpose: 'link',
    player_id: caller.player_id,
    session_family: caller.family,
    browser_hash: null,
    client_id: caller.client_id,
    callback_path: callbackPath,
    redirect_url: redirectUrl,
    created_at: now,
    expires_at: after(now, lifetimes.pendingFlow),
  })
  return way === 'redeemer'
    ? connections.redeemer.authorizationUrl(request, service)
    : connections.providers[service].authorizationUrl(request)
}
