import type { FastifyReply, FastifyRequest } from 'fastify'
import { clearCookie, cookieName, readCookie, setCookie, sharesCookies } from '../http/cookies.ts'
import type { Deployment } from '../deployments/deployments.ts'

export interface LostSessions {
  /** The session id that a browser has lost, by the other secrets of its session. */
  readonly lostSessionId: (
    deployment: Deployment,
    sessionSecret: string,
    clientsSecret: string,
  ) => Promise<string | null>
}

/** From these the strict cookies of a browser come along; from none it is the address bar. */
const ownSites = new Set<unknown>(['none', 'same-origin', 'same-site'])

/**
 * Takes care that no half of a session lives on without the other, as the answer of a page is the
 * first that a browser asks for: the session id that was lost comes back, in the answer and in the
 * request, and where that cannot be, the browser is signed in nowhere. Returns whether it set a cookie.
 */
export async function keepSessionWhole(
  request: FastifyRequest,
  reply: FastifyReply,
  deployment: Deployment,
  sessions: LostSessions,
): Promise<boolean> {
  const identity = cookieName(deployment, 'identity')
  // One that is there is judged by the call that begins the session.
  if (!sharesCookies(deployment) || request.cookies[identity] !== undefined) return false
  const secret = readCookie(request, deployment, 'session')
  const sites = readCookie(request, deployment, 'sites')
  if (secret === null && sites === null) return false
  const lost =
    secret === null || sites === null
      ? null
      : await sessions.lostSessionId(deployment, secret, sites)
  if (lost !== null) {
    setCookie(reply, deployment, 'identity', lost)
    request.cookies[identity] = lost
    request.headers.cookie += `; ${identity}=${encodeURIComponent(lost)}`
    return true
  }
  // Without its strict cookies nothing is known of the session.
  if (!ownSites.has(request.headers['sec-fetch-site'])) return false
  clearCookie(reply, deployment, 'session')
  clearCookie(reply, deployment, 'sites')
  return true
}

/** Renews the choice of cookies that a browser has, as long as a choice lives. Returns whether it has one. */
export function renewConsent(
  request: FastifyRequest,
  reply: FastifyReply,
  deployment: Deployment,
): boolean {
  const names = ['consent_given', 'consent_analytics', 'consent_marketing'] as const
  const values = names.map((name) => readCookie(request, deployment, name))
  if (!sharesCookies(deployment) || values[0] !== '1' || values.includes(null)) return false
  for (const [at, name] of names.entries()) setCookie(reply, deployment, name, values[at] ?? '0')
  return true
}

/** True for a visit from another site by a browser that is signed in at sites: whether it has the rest, its scripts see. */
export function maySignInAtSites(request: FastifyRequest, deployment: Deployment): boolean {
  const { 'sec-fetch-site': site } = request.headers
  return (
    site === 'cross-site' &&
    sharesCookies(deployment) &&
    readCookie(request, deployment, 'sites') !== null
  )
}
