import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import cookie from '@fastify/cookie'
import files from '@fastify/static'
import { consoleScreens } from '@gatehouse/contract/pageFailures'
import { consolePolicyFor } from '@gatehouse/contract/console/policy'
import { bodyBytes } from '@gatehouse/contract/limits'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { openDatabase } from '../../database/pool/openDatabase.ts'
import { isUnreachable } from '../../database/errors/databaseErrors.ts'
import { createFloodLimit } from '../../http/floodLimiter.ts'
import { createFilesOfOtherBuilds } from '../../http/filesOfOtherBuilds.ts'
import { closeUnread } from '../../http/closeUnread.ts'
import { createOnClientError, rejectConnect } from '../../http/onClientError.ts'
import { readJson } from '../../http/readJson.ts'
import { mountPageFailures } from '../../http/pageFailures.ts'
import { listen } from '../../http/listen.ts'
import { knownHost } from '../../platform/knownHost.ts'
import { applyTrustedProxyHeaders } from '../../http/proxies.ts'
import { ApiError } from '../../platform/apiError.ts'
import { randomUUID } from '../../platform/crypto/random.ts'
import { logEvent } from '../../platform/observability/events.ts'
import { SettingsError } from '../../platform/config/settings.ts'
import { checkConsole } from '../people/checkConsole.ts'
import { createIdentityProvider } from '../people/identityProvider.ts'
import { type ConsoleServices, createStaffSessions, type StaffSessions } from './staffSession.ts'
import { isOfPreviews, mountPreviews } from './previews.ts'
import { mountSignIn } from './signIn.ts'
import { mountStaffApi } from './staffApi.ts'
import { refuse } from './answers.ts'

const headers = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), publickey-credentials-get=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const

/**
 * The staff's console on its own port and host: its pages, the log-in of staff, and the API of the
 * acts. Null without CONSOLE_URL: then nothing listens, and no staff table is read. Null too on a
 * server that listens for players alone.
 */
export async function openConsoleApp(services: ConsoleServices): Promise<FastifyInstance | null> {
  const { settings } = services
  const { CONSOLE_PORT: port, CONSOLE_HOST: host, CONSOLE_POOL, DATABASE_URL } = settings
  if (settings.CONSOLE_URL === undefined || !settings.LISTEN_FOR.console) return null
  // Staff wait for each other's connections, and players for none of them.
  const own =
    DATABASE_URL === undefined
      ? null
      : await openDatabase({ ...settings, DATABASE_POOL: CONSOLE_POOL })
  const app = await createConsoleApp(own === null ? services : { ...services, database: own })
  app?.addHook('onClose', () => own?.close())
  if (app === null) return null
  await listen(app, { port, host }, 'CONSOLE_PORT, CONSOLE_HOST')
  return app
}

/** The same without a port, as tests take it. */
export async function createConsoleApp(services: ConsoleServices): Promise<FastifyInstance | null> {
  const { settings, log, clock } = services
  if (settings.CONSOLE_URL === undefined) return null
  const own = new URL(settings.CONSOLE_URL)
  const policy = consolePolicyFor(settings.CONSOLE_PREVIEW_URL ?? null)
  const { errors } = await checkConsole(settings, services.deployments.all)
  // A broken roles file closes the console to people without a log-in, and stops no server.
  const taken = errors.find((error) => error.startsWith('CONSOLE_'))
  if (taken !== undefined) throw new SettingsError(taken)
  const app = Fastify({
    bodyLimit: bodyBytes,
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: settings.TRUSTED_PROXIES === '' ? false : settings.TRUSTED_PROXIES.split(','),
    genReqId: () => randomUUID().replace('-', '').slice(0, 10),
    forceCloseConnections: 'idle',
    requestTimeout: 30_000,
    clientErrorHandler: createOnClientError(services.renderPage),
  })
  app.server.on('connect', rejectConnect)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, readJson)
  const hosts = new Set([own.host])
  applyTrustedProxyHeaders(app, settings, (host) => knownHost(host, hosts))
  closeUnread(app)
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ ...headers, 'content-security-policy': policy })
    if (own.protocol === 'https:') {
      reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
    }
    if (isOfPreviews(request)) return undefined
    if (request.host === own.host) return undefined
    return refuse(reply, 421, 'MISDIRECTED', 'This address is not the console’s.')
  })
  app.addHook('onSend', async (_, reply, payload) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    return payload
  })
  app.setErrorHandler((error: Error & { readonly statusCode?: number }, request, reply) => {
    if (error instanceof ApiError) return refuse(reply, 400, 'INVALID_ORDER', 'It is not readable.')
    const status = error.statusCode ?? 500
    if (status === 429) return refuse(reply, 429, 'TOO_MANY', 'These are too many requests.')
    if (status < 500) return refuse(reply, status, 'INVALID_ORDER', error.message)
    logEvent(log, 'request.internal_error', { err: error, requestId: request.id })
    const message = isUnreachable(error)
      ? 'The database does not answer. Try again soon.'
      : `It could not be carried out. The log says why: ${request.id}.`
    return refuse(reply, 503, 'UNAVAILABLE', message)
  })
  await app.register(cookie)
  const provider = createIdentityProvider(settings, clock)
  const sessions = createStaffSessions(services)
  limitStrangers(app, services, sessions)
  mountSignIn(app, services, provider, sessions)
  mountStaffApi(app, services, provider, sessions)
  await mountPreviews(app, services)
  await mountPageFailures(app, {
    services,
    page: 'console',
    root: settings.CONSOLE_DIST,
    screens: new Set(consoleScreens),
  })
  await mountFiles(app, services)
  return app
}

/**
 * Refuses, before it reads what they send: what a page of another site makes a browser ask, requests to
 * nothing, and those without credentials beyond the flood limit. The first are not counted, or any page
 * could keep its visitors out; those with credentials have the limits of their gate.
 */
function limitStrangers(
  app: FastifyInstance,
  { settings, clock }: ConsoleServices,
  sessions: StaffSessions,
): void {
  const flood = settings.LIMITS ? createFloodLimit(clock, settings) : null
  app.addHook('onRequest', async (request, reply) => {
    if (isOfPreviews(request)) return undefined
    const { 'sec-fetch-site': site, 'sec-fetch-dest': destination } = request.headers
    if (site === 'cross-site' && destination !== 'document') {
      return refuse(reply, 403, 'FOREIGN', 'Only the console’s own pages ask this.')
    }
    const { hasCookie, hasToken } = sessions.credentialsOf(request)
    if (!hasCookie && !hasToken) {
      await flood?.refuseSlowly(request, reply)
      flood?.spend(request)
    }
    if (!request.is404) return undefined
    return refuse(reply, 404, 'UNKNOWN_ACT', 'There is no such action.')
  })
}

/** The built console: hashed files for ever, and its one page for every other path. */
async function mountFiles(app: FastifyInstance, services: ConsoleServices): Promise<void> {
  const { settings, log } = services
  const root = resolve(settings.CONSOLE_DIST)
  const sendOlder = createFilesOfOtherBuilds(services, 'console')
  app.setNotFoundHandler(async (request, reply) => {
    if (request.method === 'GET' && (await sendOlder(request, reply))) return reply
    return refuse(reply, 404, 'UNKNOWN', 'There is nothing here.')
  })
  if (!existsSync(join(root, 'index.html'))) {
    logEvent(log, 'console.not_built', { folder: root })
    return
  }
  await app.register(files, {
    root: join(root, 'assets'),
    prefix: '/assets/',
    cacheControl: false,
    preCompressed: true,
    setHeaders: (reply) =>
      void reply.header('cache-control', 'public, max-age=31536000, immutable'),
  })
  app.get('/*', (request, reply) => {
    if (request.url.startsWith('/api/')) return reply.callNotFound()
    return reply.header('cache-control', 'no-cache').sendFile('index.html', root)
  })
}
