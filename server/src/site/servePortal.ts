import { logEvent } from '../platform/observability/events.ts'
import { readdir } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import files from '@fastify/static'
import { allowedRedirect } from '@gatehouse/contract/redirect'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deployment } from '../tenants/deployments.ts'
import { escapeHtml } from '../platform/escapeHtml.ts'
import { pageHeaders } from './pageHeaders.ts'
import { compressHtml } from './compressHtml.ts'
import { readPrerenderedPages } from './prerenderedPages.ts'
import { readPageTemplates } from './pageTemplate.ts'
import { checkThemeContrast } from '../tenants/checkThemeContrast.ts'
import { readScreenFiles } from './screenFiles.ts'
import type { SiteServices } from './siteServices.ts'
import { type ThemeSheet, themeSheetPath } from '../tenants/themeTokens.ts'

const pageFile = 'index.html'
const year = 31_536_000

/**
 * Serves the built portal: hashed assets for ever, every other path of a visitor as the page, with
 * what the page cannot know by itself written into it.
 */
export async function servePortal(
  app: FastifyInstance,
  { settings, deployments, log }: Omit<SiteServices, 'look'>,
  avatarOrigins: readonly string[],
): Promise<void> {
  const root = resolve(settings.PORTAL_DIST)
  const known = await listFiles(root)
  if (!known.has(pageFile)) {
    logEvent(log, 'portal.not_built', { folder: root })
    return
  }
  await checkThemeContrast(root, deployments.all)
  const templateOf = await readPageTemplates(root, pageFile)
  const filesOf = await readScreenFiles(root)
  const screenOf = await readPrerenderedPages(root, log)
  await app.register(files, { root, serve: false, preCompressed: true, cacheControl: false })
  app.get('/*', { exposeHeadRoute: true, config: { call: 'portal' } }, async (request, reply) => {
    const deployment = deployments.byHost(request.host)
    const path = request.url.split('?', 1)[0] ?? '/'
    const file = path.slice(1)
    if (!deployment || /^\/api(\/|$)/.test(path)) return reply.code(404).send({})
    if (file !== pageFile && known.has(file)) return sendFile(reply, file)
    if (path === themeSheetPath && deployment.themeSheet !== null) {
      return sendThemeSheet(reply, deployment.themeSheet, request.url)
    }
    if (!takesPage(request.headers.accept ?? '*/*', path)) return reply.code(404).send({})
    const head = headOf(deployment, arrivalOf(request, deployment)) + filesOf(path)
    const template = templateOf(deployment)
    const screen = await screenOf(request, deployment, path)
    const page = screen === null ? template.empty(head) : template.painted(head, screen)
    const { headers, body } = compressHtml(page, request.headers['accept-encoding'] ?? '')
    const styles = screen === null ? [] : template.styles
    return reply
      .headers(pageHeaders(deployment, path, avatarOrigins, styles))
      .headers(headers)
      .type('text/html; charset=utf-8')
      .send(body)
  })
}

/**
 * Whoever asks for a page gets one at any path. A program that takes anything does too, but not in
 * place of a script or an image that is missing.
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

/** For ever at its own address; an older one gets today's, for today. */
function sendThemeSheet(reply: FastifyReply, sheet: ThemeSheet, url: string): FastifyReply {
  const policy = url === sheet.address ? `public, max-age=${year}, immutable` : 'no-cache'
  return reply.header('cache-control', policy).type('text/css; charset=utf-8').send(sheet.text)
}

type Arrival = 'own' | 'listed' | 'foreign'

function headOf(deployment: Deployment, arrival: Arrival): string {
  const { configurationKey, mailLinks } = deployment
  const metas = [meta('arrival', arrival)]
  if (mailLinks === 'button') metas.push(meta('mail-links', mailLinks))
  if (configurationKey !== null) metas.push(meta('configuration-key', configurationKey))
  return metas.join('')
}

function meta(name: string, content: string): string {
  return `<meta name="${name}" content="${escapeHtml(content)}">`
}

/**
 * How the visitor came to the page: from ourselves or the address bar, from a listed site, or from
 * anywhere else. Screens that act on load ask first when it was from anywhere else.
 */
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
    .filter((path) => !path.startsWith('prerender/'))
  return new Set(paths)
}
