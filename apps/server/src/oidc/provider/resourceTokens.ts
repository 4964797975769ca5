import { errors, type KoaContextWithOIDC, type ResourceServer } from 'oidc-provider'
import { isConfidential } from '../../deployments/client.ts'
import type { Deployment } from '../../deployments/deployments.ts'
import type { OidcMaterials } from './oidcServices.ts'

/** The rights that a client may have at an API of the studio; refuses an API or a scope that it may not ask for. */
export function resourceFor(
  { clients, resources }: Deployment,
  { oidc }: KoaContextWithOIDC,
  identifier: string,
  clientId: string,
): ResourceServer {
  const resource = resources.get(identifier)
  const scopes = clients.get(clientId)?.resources[identifier]
  if (!resource || !scopes) throw new errors.InvalidTarget()
  if (asksForItself(oidc)) {
    // The library would leave these out; a server that asks for a player's scope is wrong.
    const beyond = [...oidc.requestParamScopes].find((scope) => !scopes.includes(scope))
    if (beyond !== undefined)
      throw new errors.InvalidScope('requested scope is not allowed', beyond)
  }
  return {
    scope: scopes.join(' '),
    audience: identifier,
    accessTokenTTL: resource.lifetime,
    accessTokenFormat: resource.tokenFormat,
    ...(resource.tokenFormat === 'jwt' ? { jwt: { sign: { alg: resource.signingAlg } } } : {}),
  }
}

/**
 * The API that a request means which names none. A player's token is for us then; a server's own is for
 * its only API, and is nothing without one.
 */
export function usualResource(
  { clients }: Deployment,
  { oidc }: KoaContextWithOIDC,
  clientId: string,
  oneOf: readonly string[] | undefined,
): string | readonly string[] | undefined {
  if (oneOf !== undefined || !asksForItself(oidc)) return oneOf
  const [only, ...others] = Object.keys(clients.get(clientId)?.resources ?? {})
  if (only === undefined || others.length > 0) throw new errors.InvalidTarget()
  return only
}

function asksForItself({ params }: KoaContextWithOIDC['oidc']): boolean {
  return params?.['grant_type'] === 'client_credentials'
}

interface Token {
  readonly kind: string
  readonly clientId?: string | undefined
  readonly aud?: string | string[] | undefined
}

/** The other claims of a token for an API: how and when its player was authenticated (RFC 9068). */
export async function moreClaimsOf(
  { rateLimiter }: OidcMaterials,
  deployment: Deployment,
  ctx: KoaContextWithOIDC,
  { kind, clientId, aud }: Token,
): Promise<Record<string, string | number> | undefined> {
  if (kind === 'ClientCredentials') {
    // A server asks once for each lifetime of a token; one that asks for each request is stopped.
    const admission = await rateLimiter.consume(deployment, 'serverTokens', clientId ?? '')
    if (admission.isAdmitted) return undefined
    ctx.set('retry-after', `${admission.retryAfter}`)
    const error = new errors.TemporarilyUnavailable('too many tokens for this client')
    throw Object.assign(error, { status: 429, statusCode: 429 })
  }
  if (aud === undefined) return undefined
  const { RefreshToken, AuthorizationCode, DeviceCode } = ctx.oidc.entities
  const { acr, authTime } = RefreshToken ?? AuthorizationCode ?? DeviceCode ?? {}
  return {
    ...(acr === undefined ? {} : { acr }),
    ...(authTime === undefined ? {} : { auth_time: authTime }),
  }
}

/** True if a client may ask about a token: its own, or one that is for the API that it is. */
export function mayIntrospect({ clients }: Deployment, clientId: string, token: Token): boolean {
  const client = clients.get(clientId)
  // A public client proves nothing: any program could ask in its name.
  if (!client || !isConfidential(client)) return false
  if (token.clientId === clientId) return true
  return typeof token.aud === 'string' && client.introspects.includes(token.aud)
}
