import type { Caller } from '@gatehouse/contract/calls/row'
import type { FastifyRequest } from 'fastify'
import type { AccessTokenFound } from '../database/auth/sessionStatements.ts'
import type { Deployment, Deployments } from '../deployments/deployments.ts'
import { logSecurityEvent } from '../platform/observability/events.ts'
import { headersNamed } from './headersNamed.ts'
import type { RouteServices } from './handler.ts'

/** A call without the API key or the access token that it needs: 401 `{}`. */
export class UnauthorizedError extends Error {
  override readonly name = 'UnauthorizedError'
}

/** No deployment has this host: 421 `{}`. */
export class MisdirectedError extends Error {
  override readonly name = 'MisdirectedError'
}

/** The deployment of a call: by its API key, which opens its own hosts only, or by its host. */
export function deploymentOf(
  request: FastifyRequest,
  deployments: Deployments,
  caller: Caller,
): Deployment {
  if (caller === 'anyone') {
    const byHost = deployments.byHost(request.host)
    if (!byHost) throw new MisdirectedError()
    return byHost
  }
  const key = request.headers['x-api-key']
  const byKey = typeof key === 'string' ? deployments.byApiKey(key) : null
  if (!byKey?.hosts.has(request.host)) throw new UnauthorizedError()
  return byKey
}

/**
 * The caller of a call: null for a visitor where the row allows one, else 401. The id of a living
 * session in the place of an access token is refused like any other value, and reported.
 */
export async function authenticate(
  request: FastifyRequest,
  services: Pick<RouteServices, 'sessions' | 'metrics'>,
  deployment: Deployment,
  caller: Caller,
): Promise<AccessTokenFound | null> {
  const { sessions } = services
  if (caller === 'anyone' || caller === 'key') return null
  const accessToken = accessTokenOf(request)
  const found = accessToken === null ? null : await sessions.authenticate(deployment, accessToken)
  // Calls without a player refuse an expired token as well: the portal must notice it.
  if (!found && (caller === 'player' || request.headers.authorization !== undefined)) {
    if (accessToken !== null) await reportSessionId(request, services, deployment, accessToken)
    throw new UnauthorizedError()
  }
  return found
}

/** An access token has a point: only other values are looked up as the id of a session. */
async function reportSessionId(
  request: FastifyRequest,
  { sessions, metrics }: Pick<RouteServices, 'sessions' | 'metrics'>,
  deployment: Deployment,
  value: string,
): Promise<void> {
  if (value.includes('.')) return
  const playerId = await sessions.playerOfSessionId(deployment, value)
  if (playerId === null) return
  const event = 'session.secret_missing'
  const { call } = request.routeOptions.config
  const about = { deployment: deployment.name, playerId, ip: request.senderIp }
  logSecurityEvent(request.log, event, call === undefined ? about : { ...about, call }, {})
  metrics.countSecurityEvent(event)
}

/** The access token of a request; null without exactly one well-formed header. */
export function accessTokenOf(request: FastifyRequest): string | null {
  // Of two headers Node would silently keep one.
  const given = headersNamed(request, 'authorization')
  const match = given.length === 1 ? /^Bearer ([\w.~+/=-]{1,200})$/.exec(given[0] ?? '') : null
  return match?.[1] ?? null
}

/** A missing resource: 404 `{}`. */
export class NotFoundError extends Error {
  override readonly name = 'NotFoundError'
}

/**
 * Returns whether a browser marks the request as not from a script of the deployment's own portal:
 * from an image, a frame, a link, a prefetch, or a page of another site. Other programs send no
 * marks.
 */
export function isCrossSiteRequest(
  { headers }: Pick<FastifyRequest, 'headers'>,
  { origin }: Pick<Deployment, 'origin'>,
): boolean {
  const { 'sec-fetch-mode': mode, 'sec-fetch-site': site } = headers
  if (mode !== undefined && mode !== 'cors' && mode !== 'same-origin') return true
  // The portal of an account API on another site asks it from there.
  const isNear = site === undefined || site === 'same-origin' || site === 'same-site'
  return !isNear && !(site === 'cross-site' && headers.origin === origin)
}
