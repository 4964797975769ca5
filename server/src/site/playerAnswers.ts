import { routeAt } from '@gatehouse/contract/routes'
import type { SessionAnswers } from '@gatehouse/contract/sessionAnswers'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readCookie, readIdentityCookie } from '../http/cookies.ts'
import type { BeginSession } from '../http/registerRoutes.ts'
import type { Deployment } from '../tenants/deployments.ts'

/** From any other site the cookies of a session do not come along; from none it is the address bar. */
const ownSites = new Set<unknown>(['none', 'same-origin', 'same-site'])

/** A page waits so long for its answers: then its portal asks by itself. */
export const waitingTime = { milliseconds: 1000 }

/**
 * Whether a request is for a page that may carry what a player's session begins with: somebody goes to
 * it in a tab, from our own site, with both cookies of a session, and its screen is one of players or
 * leads them to one. No frame, no script, nothing fetched ahead, and no path that the portal does not
 * have.
 */
export function isPlayersVisit({
  method,
  url,
  headers,
}: Pick<FastifyRequest, 'method' | 'url' | 'headers'>): boolean {
  const [path = ''] = url.split('?', 1)
  const route = routeAt(path)
  if (route === undefined) return false
  const isOfPlayers = route.access === 'player-else-home' || route.isEntry === true
  const { cookie = '' } = headers
  return (
    isOfPlayers &&
    method === 'GET' &&
    ownSites.has(headers['sec-fetch-site']) &&
    headers['sec-fetch-mode'] === 'navigate' &&
    headers['sec-fetch-dest'] === 'document' &&
    ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].every((name) => headers[name] === undefined) &&
    cookie.includes('sso_identity=') &&
    cookie.includes('sso_session=')
  )
}

/**
 * What the session of a visit begins with; null for every other request, for a session that has
 * ended, and where the account API is another host's: it has the cookie.
 */
export async function playerAnswers(
  request: FastifyRequest,
  reply: FastifyReply,
  deployment: Deployment,
  beginSession: BeginSession,
): Promise<SessionAnswers | null> {
  const { configuration, origin, sessionBinding } = deployment
  if (!isPlayersVisit(request) || sessionBinding === 'none') return null
  if (new URL(configuration.AccountApiUrl).origin !== origin) return null
  const identity = readIdentityCookie(request)
  if (identity === null || readCookie(request, deployment, 'session') === null) return null
  let late: NodeJS.Timeout | undefined
  const waited = new Promise<null>((resolve) => {
    late = setTimeout(() => resolve(null), waitingTime.milliseconds)
  })
  try {
    return await Promise.race([beginSession(request, reply, deployment, identity), waited])
  } finally {
    clearTimeout(late)
  }
}
