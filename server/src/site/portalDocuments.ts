import { logEvent } from '../platform/observability/events.ts'
import { routeAt } from '@gatehouse/contract/routes'
import type { PageRenderer, RenderedHtml } from '@gatehouse/contract/serverPages'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { Deployment } from '../tenants/deployments.ts'
import { pageDeploymentOf } from './pageRenderer.ts'

/** The portal's own cookies, which it alone reads and writes; here it counts that they are there. */
const cookies = { identity: 'sso_identity', consent: 'sso_consent_given' }

/** From another site the cookie of a session does not come along: who is signed in is not known. */
const sitesWithCookies = new Set(['none', 'same-origin', 'same-site'])

/** The portal's document for a request; `metas` are the contents of its `<meta>` by their names. */
export type PortalDocuments = (
  request: Pick<FastifyRequest, 'headers' | 'cookies'>,
  deployment: Deployment,
  path: string,
  metas: Readonly<Record<string, string>>,
) => Promise<RenderedHtml>

/**
 * Renders the portal's documents, each once. Where visitors begin, theirs comes with its screen, so
 * that it can be read before the portal's script has reached the browser. A screen that cannot be
 * rendered leaves the document empty, as the log says.
 */
export function createPortalDocuments(
  renderer: PageRenderer,
  log: FastifyBaseLogger,
): PortalDocuments {
  const ofDeployments = new WeakMap<Deployment, Map<string, Promise<RenderedHtml>>>()
  return (request, deployment, path, metas) => {
    // Every path that the portal does not know has the same document.
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

/** Null where the visitor may be a player who is signed in: their screen is another. */
function screenOf(
  { headers, cookies: sent }: Pick<FastifyRequest, 'headers' | 'cookies'>,
  path: string,
): { readonly isConsentGiven: boolean } | null {
  if (routeAt(path)?.isPrerendered !== true) return null
  if (!sitesWithCookies.has(String(headers['sec-fetch-site']))) return null
  if (sent[cookies.identity] !== undefined) return null
  return { isConsentGiven: sent[cookies.consent] === '1' }
}
