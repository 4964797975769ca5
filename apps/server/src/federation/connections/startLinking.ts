import type { CanonicalName } from '@gatehouse/contract/entities'
import { camelCase } from '@gatehouse/contract/identityProviderNames'
import { identityProviderOf } from '@gatehouse/contract/identityProviderRow'
import { lifetimes } from '@gatehouse/contract/limits'
import { type Path, paths } from '@gatehouse/contract/routes'
import { consumeOrRefuse } from '../../auth/rate-limits/rateLimiter.ts'
import { insertRow } from '../../database/schema/executor.ts'
import type { CallResponse } from '../../http/callResponse.ts'
import { refuse } from '../../platform/apiError.ts'
import { after } from '../../platform/clock.ts'
import { hashOf, newSecret } from '../../platform/crypto/secrets.ts'
import { isAllowedReturnUrl } from '../../deployments/isAllowedReturnUrl.ts'
import type { LinkingContext } from '../federationServices.ts'
import { authorizeLinking } from './linkMethod.ts'

/** The only screen of the portal that a service may return the browser to. */
export function callbackPathOf(service: CanonicalName): Path {
  return paths[`${camelCase(service)}Callback`]
}

/**
 * Starts the linking of an account: answers the sign-in address of the service. The callback is open
 * for ten minutes, once, to this player in this session alone. Where the callback may come without its
 * state, it also belongs to this browser, by the flow cookie. The portal goes on to `redirectUrl`, or
 * to its own list of connections where it is empty. Refuses a callback path or a `redirectUrl` that is
 * not allowed, and refuses as authorizeLinking does.
 */
export async function startLinking(
  context: LinkingContext & { readonly response: CallResponse },
  service: CanonicalName,
  callbackPath: string,
  redirectUrl: string,
): Promise<string> {
  const { deployment, services, caller, clientContext, response } = context
  const method = await authorizeLinking(context, service, 'provider', 'redeemer')
  if (callbackPath !== callbackPathOf(service)) throw refuse('ERROR_NOT_ALLOWED')
  if (redirectUrl !== '' && !isAllowedReturnUrl(deployment, redirectUrl))
    throw refuse('INVALID_REQUEST')
  await consumeOrRefuse({ ...context, refuse }, 'linkings', `${caller.player_id}`)

  const { connections, clock, database } = services
  const request = {
    deployment,
    state: newSecret(),
    returnTo: `${deployment.origin}${callbackPath}`,
  }
  const now = clock.now()
  // Partners' log-ins share the cookie: a browser has one secret for all its flows.
  const browser =
    method === 'provider' && mayOmitState(service)
      ? (clientContext.cookie('flow') ?? newSecret())
      : null
  await insertRow(database.kysely, 'authorization_flows', {
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
  if (browser !== null) response.set('flow', browser)
  return method === 'redeemer'
    ? connections.redeemer.authorizationUrl(request, service)
    : connections.providers[service].authorizationUrl(request)
}

/** Returns whether the callback of a service may come without the state of its flow. */
export function mayOmitState(service: CanonicalName): boolean {
  return ['code', 'code-or-state'].includes(identityProviderOf(service).finishTakes)
}
