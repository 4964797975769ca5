import { logEvent } from '../platform/observability/events.ts'
import type { Language } from '@gatehouse/contract/languages'
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

/**
 * The portal's document for a request, in a language; `metas` are the contents of its `<meta>` by
 * their names.
 */
export type PortalDocuments = (
  request: Pick<FastifyRequest, 'headers' | 'cookies'> & { readonly language: Language },
  deployment: Deployment,
  path: string,
  metas: Readonly<Record<string, string>>,
) => Promise<RenderedHtml>

/** As many documents as a process keeps: those of a few deployments in a few languages. */
const maxKept = 200

/**
 * Renders the portal's documents, each once, and keeps those that were asked for last. The first screens of visitors are part of their
 * document, so that they are readable before the portal's script arrives. A screen that cannot be
 * rendered leaves the document empty and writes a log line.
 */
export function createPortalDocuments(
  renderer: PageRenderer,
  log: FastifyBaseLogger,
): PortalDocuments {
  const kept = new Map<string, KeptDocument>()
  return (request, deployment, path, metas) => {
    const { language } = request
    // All paths that the portal does not have share one document.
    const known = routeAt(path)?.path ?? ''
    const screen = screenOf(request, known)
    const key = JSON.stringify([deployment.name, known, language, metas, screen])
    const found = kept.get(key)
    // The youngest stands last.
    kept.delete(key)
    // A deployment that was read again is another one.
    if (found?.deployment === deployment) {
      kept.set(key, found)
      return found.document
    }
    const target = { deployment: pageDeploymentOf(deployment), language, path: known, metas }
    const document = renderer.renderDocument({ ...target, screen }).catch((error: unknown) => {
      if (screen === null) throw error
      logEvent(log, 'prerender.failed', { err: error, deployment: deployment.name, page: known })
      return renderer.renderDocument({ ...target, screen: null })
    })
    kept.set(key, { deployment, document })
    const [oldest] = kept.keys()
    if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest)
    return document
  }
}

interface KeptDocument {
  readonly deployment: Deployment
  readonly document: Promise<RenderedHtml>
}

/** Null where the visitor may be a player with a session, whose screen is another. */
function screenOf(
  { headers, cookies: sent }: Pick<FastifyRequest, 'headers' | 'cookies'>,
  path: string,
): { readonly isConsentGiven: boolean } | null {
  if (routeAt(path)?.isPrerendered !== true) return null
  if (!sitesWithCookies.has(String(headers['sec-fetch-site']))) return null
  if (sent[cookies.identity] !== undefined) return null
  return { isConsentGiven: hasConsented(sent) }
}

/** Whether the visitor of this browser has answered the question about cookies. */
export function hasConsented(sent: FastifyRequest['cookies']): boolean {
  return sent[cookies.consent] === '1'
}
