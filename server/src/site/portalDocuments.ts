import { logEvent } from '../platform/observability/events.ts'
import { routeAt } from '@gatehouse/contract/routes'
import type { PageRenderer, RenderedHtml } from '@gatehouse/contract/serverPages'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { Deployment } from '../tenants/deployments.ts'
import { pageDeploymentOf } from './pageRenderer.ts'

/**
 * The portal's own cookies, which only the portal reads and writes; here only their presence
 * counts.
 */
const cookies = { identity: 'sso_identity', consent: 'sso_consent_given' }

/** From another site the session cookie does not come along: the player is unknown. */
const sitesWithCookies = new Set(['none', 'same-origin', 'same-site'])

/** The portal's document for a request; `metas` are the contents of its `<meta>` by their names. */
export type PortalDocuments = (
  request: Pick<FastifyRequest, 'headers' | 'cookies'>,
  deployment: Deployment,
  path: string,
  metas: Readonly<Record<string, string>>,
) => Promise<RenderedHtml>

/**
 * Renders the portal's documents, each once. The first screens of visitors are part of their
 * document, so that they are readable before the portal's script arrives. A screen that cannot be
 * rendered leaves the document empty and writes a log line.
 */
export function createPortalDocuments(
  renderer: PageRenderer,
  log: FastifyBaseLogger,
): PortalDocuments {
  const ofDeployments = new WeakMap<Deployment, Map<string, Promise<RenderedHtml>>>()
  return (request, deployment, path, metas) => {
    // All paths that the portal does not have share one document.
    const known = routeAt(path)?.path ?? ''
    const screen = screenOf(request, known)
    const documents = ofDeployments.get(deployment) ?? new Map<string, Promise<RenderedHtml>>()
    ofDeployments.set(deployment, documents)
    const key = JSON.stringify([known, metas, screen])
    const rendered = documents.get(key)
    if (rendered !== undefined) return rendered
    const target = { deployment: pageDeploymentOf(deployment), path: known, metas }
    const document = renderer.renderDocument({ ...target, screen }).catch((error: unknown) => {
      if (screen === null) throw error
      logEvent(log, 'prerender.failed', { err: error, deployment: deployment.name, page: known })
      return renderer.renderDocument({ ...target, screen: null })
    })
    documents.set(key, document)
    return document
  }
}

/** Null where the visitor may be a player with a session, whose screen is another. */
function screenOf(
  { headers, cookies: sent }: Pick<FastifyRequest, 'headers' | 'cookies'>,
  path: string,
): { readonly isConsentGiven: boolean } | null {
  if (routeAt(path)?.isPrerendered !== true) return null
  if (!sitesWithCookies.has(String(headers['sec-fetch-site']))) return null
  if (sent[cookies.identity] !== undefined) return null
  return { isConsentGiven: sent[cookies.consent] === '1' }
}
