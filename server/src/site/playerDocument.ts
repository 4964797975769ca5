import type { Language } from '@gatehouse/contract/languages'
import { routeAt } from '@gatehouse/contract/routes'
import type { PageRenderer, RenderedDocument } from '@gatehouse/contract/serverPages'
import type { SessionAnswers } from '@gatehouse/contract/sessionAnswers'
import type { FastifyBaseLogger } from 'fastify'
import { logEvent } from '../platform/observability/events.ts'
import type { Deployment } from '../tenants/deployments.ts'
import { pageDeploymentOf } from './pageRenderer.ts'

interface PlayersVisit {
  readonly deployment: Deployment
  readonly language: Language
  readonly path: string
  readonly metas: Readonly<Record<string, string>>
  readonly isConsentGiven: boolean
}

/**
 * Renders a document with the answers that its player's session begins with, and with the screen that
 * follows from them. It belongs to one request and is never kept. A screen that cannot be rendered is
 * left out, with a log line.
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
