import type { Language } from '@gatehouse/contract/languages'
import { routeAt } from '@gatehouse/contract/routes'
import type { PageRenderer, RenderedDocument } from '@gatehouse/contract/serverPages'
import type { SessionAnswers } from '@gatehouse/contract/sessionAnswers'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import { readCookie, sharesCookies } from '../http/cookies.ts'
import type { BeginSession } from '../http/registerRoutes.ts'
import { logEvent } from '../platform/observability/events.ts'
import type { Deployment } from '../deployments/deployments.ts'
import { pageDeploymentOf } from './pageRenderer.ts'

/**
 * From any other site the cookies of a session do not come along; from none it is the address bar.
 */
const ownSites = new Set<unknown>(['none', 'same-origin', 'same-site'])

/** A page waits so long for its answers; after it, the portal asks for them. */
export const waitingTime = { milliseconds: 1000 }

/**
 * True where a page may carry the beginning of a player's session: a person goes to it in a tab,
 * from our own site, with both cookies of a session, and its screen is one of players or leads them
 * to one. No frame, no script, nothing fetched ahead.
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

/** Null without a living session, and where the account API, with its cookie, is elsewhere. */
export async function playerAnswers(
  request: FastifyRequest,
  reply: FastifyReply,
  deployment: Deployment,
  beginSession: BeginSession,
): Promise<SessionAnswers | null> {
  if (!isPlayersVisit(request) || !sharesCookies(deployment)) return null
  const identity = readCookie(request, deployment, 'identity')
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

interface PlayersVisit {
  readonly deployment: Deployment
  readonly language: Language
  readonly path: string
  readonly metas: Readonly<Record<string, string>>
  readonly isConsentGiven: boolean
}

/**
 * Renders a document with the answers that a session begins with, and the screen that follows. It
 * is never kept. A screen that cannot be rendered is left out, with a log line.
 */
export function renderPlayerDocument(
  renderer: PageRenderer,
  log: FastifyBaseLogger,
  { deployment, path, isConsentGiven, ...visit }: PlayersVisit,
  answers: SessionAnswers,
): Promise<RenderedDocument> {
  const target = { ...visit, deployment: pageDeploymentOf(deployment), path, answers }
  const isOfPlayers = routeAt(path)?.access === 'player-else-home'
  if (!isOfPlayers) return renderer.renderDocument({ ...target, screen: null })
  return renderer
    .renderDocument({ ...target, screen: { isConsentGiven } })
    .catch((err: unknown) => {
      logEvent(log, 'prerender.failed', { err, deployment: deployment.name, page: path })
      return renderer.renderDocument({ ...target, screen: null })
    })
}
