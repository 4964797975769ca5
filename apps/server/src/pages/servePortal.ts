import { hash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import files from '@fastify/static'
import { isLanguage } from '@gatehouse/contract/languages'
import { allowedRedirect } from '@gatehouse/contract/redirect'
import type { PageRenderer } from '@gatehouse/contract/serverPages'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { compress, encodingOf } from '../http/compress.ts'
import { createFilesOfOtherBuilds } from '../http/filesOfOtherBuilds.ts'
import { languageHeaders, negotiateLanguage, offerAt } from '../http/negotiateLanguage.ts'
import type { BeginSession } from '../http/registerRoutes.ts'
import { rememberDigests } from '../platform/crypto/digestOf.ts'
import { logEvent } from '../platform/observability/events.ts'
import { checkThemeContrast } from '../deployments/checkThemeContrast.ts'
import type { Deployment } from '../deployments/deployments.ts'
import type { DeploymentServices } from '../deployments/deploymentServices.ts'
import { type ThemeSheet, themeSheetPath } from '../deployments/themeTokens.ts'
import { pageHeaders } from './pageHeaders.ts'
import { isPlayersVisit, playerAnswers, renderPlayerDocument } from './playerDocument.ts'
import { createPortalDocuments, hasAnswered } from './portalDocuments.ts'
import {
  keepSessionWhole,
  type LostSessions,
  maySignInAtSites,
  renewConsent,
} from './wholeSession.ts'

const year = 31_536_000
/** Of styles and scripts of players' documents. */
const mostDigests = 200

interface SiteServices extends Pick<
  DeploymentServices,
  'clock' | 'database' | 'deployments' | 'log' | 'settings'
> {
  /** Renders pages out of the built portal; null without one. */
  readonly renderer: PageRenderer | null
  readonly versions: {
    /** The sheet of a version that another node serves; null for none. */
    readonly sheetAt: (deployment: string, address: string) => Promise<ThemeSheet | null>
  }
  readonly sessions: LostSessions
}

/**
 * Serves the built portal: hashed assets for ever, every other path of a visitor as its document.
 */
export async function servePortal(
  app: FastifyInstance,
  { settings, deployments, renderer, log, versions, sessions, ...services }: SiteServices,
  avatarOrigins: readonly string[],
  beginSession: BeginSession,
): Promise<void> {
  const root = resolve(settings.PORTAL_DIST)
  if (renderer === null) {
    logEvent(log, 'portal.not_built', { folder: root })
    return
  }
  checkThemeContrast(deployments.all)
  const known = await listFiles(root)
  const sendOlder = createFilesOfOtherBuilds(services, 'portal')
  const documentOf = createDocuments(renderer, log, beginSession)
  await app.register(files, { root, serve: false, preCompressed: true, cacheControl: false })
  const config = {
    call: 'portal',
    cost: (request: FastifyRequest) => {
      if (isPlayersVisit(request)) return 'player-page'
      const file = pathOf(request.url).slice(1)
      return known.has(file) || file.startsWith('assets/') ? 'file' : 'page'
    },
  } as const
  app.get('/*', { config }, async (request, reply) => {
    const deployment = deployments.byHost(request.host)
    const path = pathOf(request.url)
    const file = path.slice(1)
    if (!deployment || /^\/api(\/|$)/.test(path)) return reply.code(404).send({})
    if (known.has(file)) return sendFile(reply, file)
    if (await sendOlder(request, reply)) return reply
    if (path === themeSheetPath) {
      const { themeSheet: own, name } = deployment
      const isOwn = own?.address === request.url
      const sheet = isOwn ? own : ((await versions.sheetAt(name, request.url)) ?? own)
      if (sheet !== null) return sendThemeSheet(reply, sheet, request.url)
    }
    const wording = ownWordsPath.exec(path)?.[1]
    if (wording !== undefined) {
      const own = isLanguage(wording) ? deployment.wordings.get(wording)?.portal : undefined
      return reply.header('cache-control', 'no-cache').send(own ?? {})
    }
    if (!takesPage(request.headers.accept ?? '*/*', path)) return reply.code(404).send({})
    const isHealed = await keepSessionWhole(request, reply, deployment, sessions)
    const isRenewed = renewConsent(request, reply, deployment)
    const document = await documentOf(request, reply, deployment, path)
    const headers = {
      ...pageHeaders(deployment, path, avatarOrigins, document),
      // No cache between us hands a cookie on.
      ...(isHealed || isRenewed ? { 'cache-control': 'private, no-cache' } : {}),
      ...document.headers,
    }
    reply.headers(headers)
    if (document.digest !== null) {
      const tag = tagOf(document.digest, headers)
      reply.header('etag', tag)
      if (isNamed(request.headers['if-none-match'], tag)) return reply.code(304).send()
    }
    const { headers: encoded, body } = await document.bodyFor(
      request.headers['accept-encoding'] ?? '',
    )
    return reply.headers(encoded).type('text/html; charset=utf-8').send(body)
  })
}

/** A reload of a document costs only headers while it and its policy stay the same. */
function tagOf(digest: string, headers: object): string {
  return `W/"${hash('sha256', digest + JSON.stringify(headers), 'base64url').slice(0, 22)}"`
}

/** True where a browser has the document of the tag, in any encoding. */
function isNamed(asked: string | undefined, tag: string): boolean {
  return asked?.split(',').some((each) => each.trim() === tag) === true
}

/** The document for a request: a player's own, or the one of all visitors like this one. */
function createDocuments(
  renderer: PageRenderer,
  log: FastifyBaseLogger,
  beginSession: BeginSession,
) {
  const keptOf = createPortalDocuments(renderer, log)
  const digest = rememberDigests(mostDigests)
  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    deployment: Deployment,
    path: string,
  ) => {
    const { headers: asked, cookies } = request
    const metas = {
      ...metasOf(deployment, arrivalOf(request, deployment)),
      ...(maySignInAtSites(request, deployment) ? { 'signed-in-at-sites': 'yes' } : {}),
    }
    const answers = await playerAnswers(request, reply, deployment, beginSession)
    const offer = offerAt(deployment)
    const language = negotiateLanguage(request, offer, { player: answers?.User.Language ?? null })
    const spoken = languageHeaders(language, offer)
    const headers = { ...spoken, vary: listed('accept-encoding', spoken.vary) }
    if (answers === null) {
      const kept = await keptOf({ headers: asked, cookies, language }, deployment, path, metas)
      const { styles, scripts, digest, links } = kept
      return {
        styles,
        scripts,
        digest,
        headers: { ...headers, link: links },
        bodyFor: kept.bodyFor,
      }
    }
    const visit = { deployment, language, path, metas, isConsentGiven: hasAnswered(request) }
    const page = await renderPlayerDocument(renderer, log, visit, answers)
    return {
      styles: page.styles.map(digest),
      scripts: page.scripts.map(digest),
      // No browser keeps a player's own document.
      digest: null,
      // No cache keeps a player's answers, and Back requests them again.
      headers: { ...headers, link: page.links, 'cache-control': 'no-store' },
      // Sent once, so quickly: quality 4 takes a millisecond.
      bodyFor: (accepted: string) => compress(page.html, encodingOf(accepted), 4),
    }
  }
}

/** The words of a deployment in another language than its page's. */
const ownWordsPath = /^\/words\/([\w-]+)\.json$/

function listed(...names: readonly (string | undefined)[]): string {
  return names.filter((name) => name !== undefined).join(', ')
}

function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? '/'
}

/** A program that takes anything gets a page too, but not in place of a missing script or image. */
function takesPage(accept: string, path: string): boolean {
  // A program that looks for something here (WebFinger, metadata) must not find a page.
  if (path.startsWith('/.well-known/')) return false
  const isNamedLikeFile = path.slice(path.lastIndexOf('/')).includes('.')
  return accept.includes('text/html') || (accept.includes('*/*') && !isNamedLikeFile)
}

function sendFile(reply: FastifyReply, file: string): FastifyReply {
  const isHashed = file.startsWith('assets/')
  const policy = isHashed ? `public, max-age=${year}, immutable` : 'public, max-age=3600'
  return reply.header('cache-control', policy).sendFile(file)
}

/** For ever at its own address; an older one gets today's, for today. */
function sendThemeSheet(reply: FastifyReply, sheet: ThemeSheet, url: string): FastifyReply {
  const policy = url === sheet.address ? `public, max-age=${year}, immutable` : 'no-cache'
  return reply.header('cache-control', policy).type('text/css; charset=utf-8').send(sheet.text)
}

type Arrival = 'own' | 'listed' | 'foreign'

function metasOf(deployment: Deployment, arrival: Arrival): Readonly<Record<string, string>> {
  const { configurationKey, mailLinks } = deployment
  return {
    arrival,
    ...(mailLinks === 'button' ? { 'mail-links': mailLinks } : {}),
    ...(configurationKey === null ? {} : { 'configuration-key': configurationKey }),
  }
}

/** The way to the page. Screens that act on load ask first when it was a foreign one. */
export function arrivalOf(
  { headers }: Pick<FastifyRequest, 'headers'>,
  { origin, allowedRedirectDomains }: Pick<Deployment, 'origin' | 'allowedRedirectDomains'>,
): Arrival {
  const site = headers['sec-fetch-site']
  if (site === 'same-origin' || site === 'none') return 'own'
  const referrer = headers.referer ?? ''
  // Without the header (plain http on another machine) the referrer alone may speak for us.
  if (site === undefined && referrer.startsWith(`${origin}/`)) return 'own'
  return allowedRedirect(referrer, allowedRedirectDomains) === null ? 'foreign' : 'listed'
}

async function listFiles(root: string): Promise<ReadonlySet<string>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => [])
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    // The renderer is for the server alone.
    .filter((path) => !/^(prerender|\.vite)\//.test(path))
  return new Set(paths)
}
