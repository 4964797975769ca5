import { hash } from 'node:crypto'
import { logEvent } from '../platform/observability/events.ts'
import type { Language } from '@gatehouse/contract/languages'
import { routeAt } from '@gatehouse/contract/routes'
import type { DocumentRequest, PageRenderer } from '@gatehouse/contract/serverPages'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import { keptBodies } from '../http/compress.ts'
import { rememberDigests } from '../platform/crypto/digestOf.ts'
import type { Deployment } from '../deployments/deployments.ts'
import { pageDeploymentOf } from './pageRenderer.ts'

/** Cookies that only the portal reads and writes; here only their presence counts. */
const cookies = { identity: 'sso_identity', consent: 'sso_consent_given' }

/** From another site the session cookie does not come along: the player is unknown. */
const sitesWithCookies = new Set(['none', 'same-origin', 'same-site'])

/** A document of the portal as it is kept and sent. */
export interface PortalDocument {
  /** Its bytes for a browser that accepts these encodings. */
  readonly bodyFor: ReturnType<typeof keptBodies>
  /** The sources by which a policy allows its own styles and scripts. */
  readonly styles: readonly string[]
  readonly scripts: readonly string[]
  /** Its `Link` header. */
  readonly links: string
  /** The same for the same document, whatever its encoding. */
  readonly digest: string
}

/** A process keeps those of a few deployments in a few languages. */
const maxKept = 200

/**
 * Renders the portal's documents, each once, and keeps those that were asked for last, compressed. The
 * first screens of visitors are part of their document, so that they are readable before the script
 * runs. A screen that cannot be rendered leaves the document empty and writes a log line.
 */
export function createPortalDocuments(renderer: PageRenderer, log: FastifyBaseLogger) {
  const kept = new Map<string, KeptDocument>()
  const digest = rememberDigests(maxKept)

  async function make(request: DocumentRequest, deployment: string): Promise<PortalDocument> {
    const { html, styles, scripts, links } = await renderer
      .renderDocument(request)
      .catch((error: unknown) => {
        if (request.screen === null) throw error
        logEvent(log, 'prerender.failed', { err: error, deployment, page: request.path })
        return renderer.renderDocument({ ...request, screen: null })
      })
    return {
      bodyFor: keptBodies(html),
      styles: styles.map(digest),
      scripts: scripts.map(digest),
      links,
      digest: hash('sha256', html, 'base64url'),
    }
  }

  /** `metas` are the contents of the document's `<meta>` by their names. */
  return (
    request: Pick<FastifyRequest, 'headers' | 'cookies'> & { readonly language: Language },
    deployment: Deployment,
    path: string,
    metas: Readonly<Record<string, string>>,
  ): Promise<PortalDocument> => {
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
    const page = pageDeploymentOf(deployment)
    const target = { deployment: page, language, path: known, metas, screen }
    const document = make(target, deployment.name)
    kept.set(key, { deployment, document })
    for (const oldest of kept.keys()) if (kept.size > maxKept) kept.delete(oldest)
    // The next request tries again.
    document.catch(() => kept.delete(key))
    return document
  }
}

interface KeptDocument {
  readonly deployment: Deployment
  readonly document: Promise<PortalDocument>
}

/** Null where the visitor may be a player with a session, whose screen is another. */
function screenOf(
  { headers, cookies: sent }: Pick<FastifyRequest, 'headers' | 'cookies'>,
  path: string,
): { readonly isConsentGiven: boolean } | null {
  if (routeAt(path)?.isPrerendered !== true) return null
  if (!sitesWithCookies.has(String(headers['sec-fetch-site']))) return null
  if (sent[cookies.identity] !== undefined) return null
  return { isConsentGiven: hasAnswered({ headers, cookies: sent }) }
}

/** True once the visitor of this browser has answered the question about cookies, or the browser has by itself. */
export function hasAnswered({
  headers,
  cookies: sent,
}: Pick<FastifyRequest, 'headers' | 'cookies'>): boolean {
  return sent[cookies.consent] === '1' || headers['sec-gpc'] === '1'
}
