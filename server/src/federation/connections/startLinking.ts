import type { CanonicalName } from '@gatehouse/contract/entities'
import { lifetimes } from '@gatehouse/contract/limits'
import { after } from '../../platform/clock.ts'
import { identityProviderOf } from '@gatehouse/contract/identityProviderNames'
import { insertAuthorizationFlow } from '../../database/federation/authorizationFlows.ts'
import type { AuthorizationRequest } from '../providers/connectionProvider.ts'
import { refuse } from '../../platform/apiError.ts'
import { hashOf, newSecret } from '../../platform/crypto/secrets.ts'
import type { FederationContext } from '../handler.ts'
import type { CallName } from '@gatehouse/contract/calls'
import type { LinkingContext } from './linkAccount.ts'
import { callbackPathOf } from './callbackPathOf.ts'
import { isAllowedReturnUrl } from '../../tenants/isAllowedReturnUrl.ts'
import { authorizeLinking } from './authorizeLinking.ts'

/** The addresses for the return of the player. */
export interface ReturnAddress {
  readonly callbackPath: string
  /** The address that the portal goes on to; empty for its own list of connections. */
  readonly redirectUrl: string
}

/**
 * Starts the linking of an account: answers the sign-in address of the service. The callback is open
 * for ten minutes, once, to this player in this session alone. Where the callback may come without its
 * state, it also belongs to this browser, by the flow cookie. Refuses a callback path or a return
 * address that is not allowed, and refuses as authorizeLinking does.
 */
export async function startLinking(
  context: LinkingContext & Pick<FederationContext<CallName>, 'response'>,
  service: CanonicalName,
  { callbackPath, redirectUrl }: ReturnAddress,
): Promise<string> {
  const { deployment, services, caller, clientContext, response } = context
  const method = await authorizeLinking(context, service)
  if (method === 'partner-service' || callbackPath !== callbackPathOf(service)) {
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
  // Partners' log-ins share the cookie: a browser has one secret for all its flows.
  const browser =
    method === 'provider' && mayOmitState(service)
      ? (clientContext.flowCookie ?? newSecret())
      : null
  await insertAuthorizationFlow(database.kysely, {
    deployment: deployment.name,
    state_hash: hashOf(request.state),
    provider: method === 'redeemer' ? `redeemer ${service}` : service,
    purpose: 'link',
    player_id: caller.player_id,
    session_family: caller.family,
    browser_hash: browser === null ? null : hashOf(browser),
    client_id: caller.client_id,
    callback_path: callbackPath,
    redirect_url: redirectUrl,
    created_at: now,
    expires_at: after(now, lifetimes.pendingFlow),
  })
  if (browser !== null) response.setFlowCookie(browser)
  return method === 'redeemer'
    ? connections.redeemer.authorizationUrl(request, service)
    : connections.providers[service].authorizationUrl(request)
}

/** Returns whether the callback of a service may come without the state of its flow. */
export function mayOmitState(service: CanonicalName): boolean {
  const { finishTakes } = identityProviderOf(service)
  return finishTakes === 'code' || finishTakes === 'code-or-state'
}
