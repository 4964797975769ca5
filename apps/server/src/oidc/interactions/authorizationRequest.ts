import { UnsecuredJWT } from 'jose'
import { providerPath } from '@gatehouse/contract/routes'
import { bounds, lifetimes } from '@gatehouse/contract/limits'
import type { FastifyRequest } from 'fastify'
import { errors, type Interaction, type KoaContextWithOIDC, type Provider } from 'oidc-provider'
import type { Deployment } from '../../deployments/deployments.ts'
import { seal, unseal } from '../../platform/crypto/seal.ts'
import type { OidcMaterials } from '../provider/oidcServices.ts'
import { pushedAgain } from '../provider/pushedRequests.ts'

/*
 * A client's authorization request that waits for the log-in. The browser keeps it, sealed: a
 * visitor's request writes nothing to the database.
 */

type Parameters = Readonly<Record<string, string | number | readonly string[]>>

export interface AuthorizationRequest {
  readonly uid: string
  readonly parameters: Parameters
  /** True when an existing session is not enough: the client wants a new authentication. */
  readonly mustBeProven: boolean
  /** True when the client wants its visitor to make an account. */
  readonly registers: boolean
  /**
   * When the player was asked, in milliseconds. The provider counts in seconds and would mistake an
   * earlier log-in of the same second for the requested one.
   */
  readonly askedAt: number
  /** The id of the request that the client has pushed. */
  readonly pushed?: string
}

/** Reasons that an earlier session answers as well as a new one. */
const needsNoProof: ReadonlySet<string> = new Set(['no_session', 'acr_values', 'create_prompt'])

const cookieName = 'sso_request'
/** Browsers keep 4,096 bytes of a cookie with its name and attributes. */
const maxCookieBytes = 3800

/** A parameter of requests that `GET oauth` has passed on; no client sends it. */
export const handedOver = 'from_oauth'

/** A parameter of requests whose player goes back to the client; it gains a client nothing. */
export const playerRefuses = 'player_refuses'

/**
 * Runs for each authorization request. Limits the length of values that a client gets back, and
 * refuses what is no sign-in by OpenID Connect.
 */
export function checkRequest({ oidc }: KoaContextWithOIDC): void {
  if (oidc.route === 'pushed_authorization_request' && oidc.client?.clientAuthMethod === 'none') {
    // Clients without a proof write nothing to the database.
    throw new errors.InvalidClient('only clients that authenticate push their requests')
  }
  if (!oidc.requestParamScopes.has('openid')) {
    throw new errors.InvalidRequest('scope has to contain openid: each sign-in is OpenID Connect')
  }
  if (oidc.params?.[playerRefuses]) throw new errors.AccessDenied()
  for (const name of ['state', 'nonce'] as const) {
    const value = oidc.params?.[name]
    const { max } = bounds.oauth[name]
    if (typeof value === 'string' && value.length > max) {
      throw new errors.InvalidRequest(`${name} is longer than ${max} characters`)
    }
  }
}

/** Gives the browser the request of an interaction; refuses one that is too long for a cookie. */
export function keepRequest(
  { clock, key }: OidcMaterials,
  { isSecure }: Deployment,
  ctx: KoaContextWithOIDC,
  interaction: Interaction,
): void {
  const { uid, prompt, params } = interaction
  const pushed = pushedOf(interaction)
  const request: AuthorizationRequest = {
    uid,
    parameters: plain(params),
    mustBeProven: prompt.reasons.some((reason) => !needsNoProof.has(reason)),
    registers: prompt.name === 'create',
    askedAt: clock.now().getTime(),
    ...(pushed === undefined ? {} : { pushed }),
  }
  const sealed = seal(request, key.authorizationRequests)
  if (sealed.length > maxCookieBytes) throw new errors.InvalidRequest('the request is too long')
  ctx.cookies.set(cookieName, sealed, {
    path: interactionPath(uid),
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure,
    signed: false,
    maxAge: lifetimes.storedRedirect * 1000,
  })
}

/** The request that this browser keeps under the id of an interaction; null without one. */
export function keptRequest(
  { clock, key }: OidcMaterials,
  request: FastifyRequest,
  uid: string,
): AuthorizationRequest | null {
  const sealed = request.cookies[cookieName]
  if (sealed === undefined || sealed.length > maxCookieBytes) return null
  try {
    const kept = unseal(sealed, key.authorizationRequests) as AuthorizationRequest
    const since = clock.now().getTime() - kept.askedAt
    return kept.uid === uid && since < lifetimes.storedRedirect * 1000 ? kept : null
  } catch {
    return null
  }
}

export function queryOf(params: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(plain(params))) {
    for (const one of [value].flat()) query.append(name, `${one}`)
  }
  return query.toString()
}

/**
 * The query of a request that goes on: another question would only ask once more. Where its player
 * has just logged in for it, the ID token says when that was.
 */
export function answeredQueryOf(
  { parameters }: Pick<AuthorizationRequest, 'parameters'>,
  isProven: boolean,
): string {
  const answered = isProven ? ['login', 'select_account', 'create'] : ['create']
  const prompts = String(parameters['prompt'] ?? '').split(' ')
  const prompt = prompts.filter((one) => !answered.includes(one)).join(' ') || undefined
  return queryOf({ ...parameters, prompt, ...(isProven ? { max_age: undefined } : {}) })
}

function plain(params: Readonly<Record<string, unknown>>): Parameters {
  return Object.fromEntries(
    Object.entries(params).filter(
      (entry): entry is [string, string | number | string[]] =>
        // Only `resource` may come several times.
        typeof entry[1] === 'string' || typeof entry[1] === 'number' || Array.isArray(entry[1]),
    ),
  )
}

/** The path of a sign-in that needs the player. */
export function interactionPath(uid: string): string {
  return `${providerPath}/interaction/${uid}`
}

/** The id of the pushed request that an interaction is about, which the library's types leave out. */
export function pushedOf(interaction: Interaction): string | undefined {
  return (interaction as Interaction & { readonly parJti?: string }).parJti
}

/** Seconds, as the library gives a client's own. */
const pushedFor = 60

/**
 * The address at which an authorization request goes on that waited for its player. A request that
 * its client had to push is pushed again in the client's name: a browser's own word is not enough
 * there, and ours is sealed or stored. It names the one that the client has `pushed`, and uses it up.
 */
export async function authorizationUrl(
  provider: Provider,
  { clients }: Deployment,
  query: string,
  pushed: string | undefined,
): Promise<string> {
  const params = new URLSearchParams(query)
  const clientId = params.get('client_id') ?? ''
  const endpoint = `${provider.issuer}/auth`
  if (clients.get(clientId)?.requirePar !== true) return `${endpoint}?${query}`
  const names = [...new Set(params.keys())]
  const payload = names.map((name) => {
    const [one, ...others] = params.getAll(name)
    return [name, others.length === 0 ? one : [one, ...others]]
  })
  const request = new UnsecuredJWT(Object.fromEntries(payload))
    .setIssuedAt()
    .setNotBefore('0s')
    .setIssuer(clientId)
    .setAudience(provider.issuer)
    .setExpirationTime(`${pushedFor}s`)
    .encode()
  const dpopJkt = params.get('dpop_jkt')
  const again = new provider.PushedAuthorizationRequest({
    ...(pushed === undefined ? {} : { jti: pushedAgain(pushed) }),
    request,
    ...(dpopJkt === null ? {} : { dpopJkt }),
    trusted: names,
  })
  const id = await again.save(pushedFor)
  const address = { client_id: clientId, request_uri: `urn:ietf:params:oauth:request_uri:${id}` }
  return `${endpoint}?${new URLSearchParams(address).toString()}`
}
