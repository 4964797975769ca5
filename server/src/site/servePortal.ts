import { logEvent } from '../platform/observability/events.ts'
import { readdir } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import files from '@fastify/static'
import { allowedRedirect } from '@gatehouse/contract/redirect'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deployment } from '../tenants/deployments.ts'
import { pageHeaders } from './pageHeaders.ts'
import { compressHtml } from './compressHtml.ts'
import { createPortalDocuments } from './portalDocuments.ts'
import { checkThemeContrast } from '../tenants/checkThemeContrast.ts'
import type { SiteServices } from './siteServices.ts'
import { type ThemeSheet, themeSheetPath } from '../tenants/themeTokens.ts'

const year = 31_536_000

/**
 * Serves the built portal: hashed assets for ever, every other path of a visitor as its document.
 */
export async function servePortal(
  app: FastifyInstance,
  { settings, deployments, renderer, log }: SiteServices,
  avatarOrigins: readonly string[],
): Promise<void> {
  const root = resolve(settings.PORTAL_DIST)
  if (renderer === null) {
    logEvent(log, 'portal.not_built', { folder: root })
    return
  }
  checkThemeContrast(deployments.all)
  const known = await listFiles(root)
  const documentOf = createPortalDocuments(renderer, log)
  await app.register(files, { root, serve: false, preCompressed: true, cacheControl: false })
  app.get('/*', { exposeHeadRoute: true, config: { call: 'portal' } }, async (request, reply) => {
    const deployment = deployments.byHost(request.host)
    const path = request.url.split('?', 1)[0] ?? '/'
    const file = path.slice(1)
    if (!deployment || /^\/api(\/|$)/.test(path)) return reply.code(404).send({})
    if (known.has(file)) return sendFile(reply, file)
    if (path === themeSheetPath && deployment.themeSheet !== null) {
      return sendThemeSheet(reply, deployment.themeSheet, request.url)
    }
    if (!takesPage(request.headers.accept ?? '*/*', path)) return reply.code(404).send({})
    const metas = metasOf(deployment, arrivalOf(request, deployment))
    const document = await documentOf(request, deployment, path, metas)
    const { headers, body } = compressHtml(document.html, request.headers['accept-encoding'] ?? '')
    return reply
      .headers(pageHeaders(deployment, path, avatarOrigins, document))
      .headers(headers)
      .type('text/html; charset=utf-8')
      .send(body)
  })
}

/**
 * A request for a page gets one at any path. A program that accepts any type gets one too, but not
 * in place of a missing script or image.
 */
function takesPage(accept: string, path: string): boolean {
  const isNamedLikeFile = path.slice(path.lastIndexOf('/')).includes('.')
  return accept.includes('text/html') || (accept.includes('*/*') && !isNamedLikeFile)
}

function sendFile(reply: FastifyReply, file: string): FastifyReply {
  const isHashed = file.startsWith('assets/')
  const policy = isHashed ? `public, max-age=${year}, immutable` : 'public, max-age=3600'
  return reply.header('cache-control', policy).sendFile(file)
}

/** Cached for ever at its own address; an older address gets today's sheet without a cache. */
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

/**
 * The origin of a visit: our own pages or the address bar, a listed site, or any other. Screens
 * that act on load ask first when it is any other.
 */
export function arrivalOf(
  { headers }: Pick<FastifyRequest, 'headers'>,
  { origin, allowedRedirectDomains }: Pick<Deployment, 'origin' | 'allowedRedirectDomains'>,
): Arrival {
  const site = headers['sec-fetch-site']
  if (site === 'same-origin' || site === 'none') return 'own'
  const referrer = headers.referer ?? ''
  // Without the header (plain http on another machine) only the referrer can show our own pages.
  if (site === undefined && referrer.startsWith(`${origin}/`)) return 'own'
  return allowedRedirect(referrer, allowedRedirectDomains) === null ? 'foreign' : 'listed'
}

async function listFiles(root: string): Promise<ReadonlySet<string>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => [])
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    // The renderer is for the server only.
    .filter((path) => !/^(prerender|\.vite)\//.test(path))
  return new Set(paths)
}
