import { logEvent } from './platform/observability/events.ts'
import cookie from '@fastify/cookie'
import { requestIdHeader, supportNoteHeader } from '@gatehouse/contract/headers'
import { paths } from '@gatehouse/contract/routes'
import { bodyBytes, urlLength } from '@gatehouse/contract/limits'
import Fastify, {
  LogController,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { accountCalls } from './accounts/accountCalls.ts'
import { newKnownBrowserToken, withKnownBrowser } from './auth/rate-limits/knownBrowsers.ts'
import { authCalls } from './auth/authCalls.ts'
import { connectionCalls } from './federation/connections/connectionCalls.ts'
import { partnerCalls } from './federation/partners/partnerCalls.ts'
import { signInCalls } from './federation/sign-in/signInCalls.ts'
import { avatarOriginsOf } from './federation/providers/connections.ts'
import type { Handlers } from './http/handler.ts'
import { oidcCalls } from './oidc/oidcCalls.ts'
import { pageCalls } from './pages/pageCalls.ts'
import { MisdirectedError, UnauthorizedError, NotFoundError } from './http/authenticate.ts'
import { registerCors, varyByOrigin } from './http/cors.ts'
import { closeUnread } from './http/closeUnread.ts'
import { applyTrustedProxyHeaders, readHost } from './http/proxies.ts'
import { isConflict, isUnreachable } from './database/errors/databaseErrors.ts'
import { documentApi } from './http/documentApi.ts'
import { asksForPage, errorBody, sendErrorPage } from './pages/errorPage.ts'
import { sealNote } from './http/supportCodes.ts'
import { headersNamed } from './http/headersNamed.ts'
import { readJson } from './http/readJson.ts'
import { registerRoutes } from './http/registerRoutes.ts'
import { servePortal } from './pages/servePortal.ts'
import { serveWellKnown } from './pages/serveWellKnown.ts'
import { randomInt, randomUUID } from './platform/crypto/random.ts'
import { createOnClientError, rejectConnect } from './http/onClientError.ts'
import { ApiError, refuse, OverloadedError } from './platform/apiError.ts'
import type { Services } from './services.ts'
import { mountOidc } from './oidc/mountOidc.ts'
import { traceRequests } from './platform/observability/tracing.ts'
import { serveUploads } from './accounts/avatar/serveUploads.ts'
import { mountPageFailures } from './http/pageFailures.ts'
import { mountUnsubscribe } from './accounts/preferences/unsubscribe.ts'
import { limitFloods } from './http/floodLimiter.ts'
import { mountHealth, mountMetrics, observeCalls } from './http/operatorApp.ts'

const seconds = 1000

/** The handler of every call. A row of the contract without one does not compile. */
export const handlers: Handlers<Services> = {
  ...accountCalls,
  ...authCalls,
  ...connectionCalls,
  ...oidcCalls,
  ...partnerCalls,
  ...signInCalls,
  ...pageCalls,
}

/** The server: account API, portal files, documentation and the operators' endpoints. */
export async function createApp(services: Services): Promise<FastifyInstance> {
  const { settings, deployments, log, key, clock } = services
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: bodyBytes,
    trustProxy: settings.TRUSTED_PROXIES === '' ? false : settings.TRUSTED_PROXIES.split(','),
    // Random, so that a player's quote of it finds one line in the logs of all processes.
    genReqId: () => randomUUID().slice(-10),
    forceCloseConnections: 'idle',
    requestTimeout: 30 * seconds,
    http: { headersTimeout: 10 * seconds },
    clientErrorHandler: createOnClientError(services.renderPage),
    routerOptions: { maxParamLength: 500 },
    // Addresses that the router cannot read.
    frameworkErrors: (_, request: FastifyRequest, reply: FastifyReply) => {
      // No hook runs for them.
      readHost(request, settings, deployments.hostMeant)
      setSecurityHeaders(reply.code(400))
      if (asksForPage(request)) void sendErrorPage(services, request, reply)
      else void reply.send(refuse('INVALID_REQUEST').body)
    },
  })
  app.server.on('connect', rejectConnect)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, readJson)
  answerErrors(app, services)
  applyTrustedProxyHeaders(app, settings, deployments.hostMeant)
  traceRequests(app)
  closeUnread(app)
  app.addHook('onRequest', (request, reply, done) => {
    // On the raw answer, so that those of the OpenID provider have it too.
    if (deployments.isSecureHost(request.host)) {
      reply.raw.setHeader('strict-transport-security', 'max-age=31536000; includeSubDomains')
    }
    // A proxy would send its next request into a connection that ends.
    if (services.drain.isBegun) reply.raw.setHeader('connection', 'close')
    if (request.url.length > urlLength) {
      throw Object.assign(new Error('The address is too long.'), { statusCode: 414 })
    }
    const isForOperators = ['/healthz', '/readyz', '/metrics'].includes(request.url)
    if (isForOperators) return done()
    // Node reads only the first host; a proxy may have read another.
    if (headersNamed(request, 'host').length !== 1) throw refuse('INVALID_REQUEST')
    if (deployments.hostMeant(request.host) === null) throw new MisdirectedError()
    done()
  })
  app.addHook('onSend', (_, reply, payload, done) => {
    setSecurityHeaders(reply)
    done(null, payload)
  })
  observeCalls(app, services)
  registerCors(app, deployments)
  if (settings.LIMITS) limitFloods(app, clock, settings)
  await app.register(cookie)
  // Before its body is read.
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404) void answerUnknown(services, request, reply)
    else done()
  })
  const { beginSession } = registerRoutes(
    app,
    services,
    handlers,
    (cookie, { name }, playerId, id = newKnownBrowserToken()) =>
      withKnownBrowser(key.browsers, cookie, name, { playerId, id }, clock.now()),
  )
  await mountUnsubscribe(app, services)
  serveUploads(app, services)
  await mountOidc(app, services)
  mountHealth(app, services)
  if (settings.NODE_ENV !== 'production') {
    mountMetrics(app, services)
    if (settings.API_DOCS) documentApi(app)
  }
  serveWellKnown(app, services)
  await mountPageFailures(app, {
    services,
    page: 'portal',
    root: settings.PORTAL_DIST,
    screens: new Set(Object.values(paths)),
  })
  await servePortal(app, services, avatarOriginsOf(settings), beginSession)
  return app
}

/** Answers errors and unknown addresses: programs with a status and codes, people with a page. */
function answerErrors(app: FastifyInstance, services: Services): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const { status, body = {}, headers = {} } = answerTo(error)
    if (error instanceof ApiError) request.refusal = error.items[0]?.ErrorMessage ?? null
    if (status === 500)
      logEvent(request.log, 'request.internal_error', { err: error, requestId: request.id })
    // Overload is only counted: a line for each refused call would add to it.
    else if (status === 503 && !(error instanceof OverloadedError))
      logEvent(request.log, 'request.unavailable', { err: error, requestId: request.id })
    if (status >= 500) reply.header(requestIdHeader, request.id)
    const note = sealNote(services, request, { status, error })
    if (note !== null) reply.header(supportNoteHeader, note)
    reply.code(status).headers(headers)
    if (asksForPage(request)) return sendErrorPage(services, request, reply)
    return reply.send(errorBody(request, status, body))
  })
  app.setNotFoundHandler((request, reply) => answerUnknown(services, request, reply))
}

/** Answers an address that there is not. */
function answerUnknown(services: Services, request: FastifyRequest, reply: FastifyReply) {
  const isPage = !/^\/(api|oidc)\//.test(request.url)
  const methods = isPage ? ['GET', 'HEAD'] : ['GET', 'HEAD', 'POST']
  if (!methods.includes(request.method)) {
    return reply.code(405).header('allow', methods.join(', ')).send({})
  }
  reply.code(404)
  return asksForPage(request) ? sendErrorPage(services, request, reply) : reply.send({})
}

/** Sets the headers of every answer. */
function setSecurityHeaders(reply: FastifyReply): void {
  reply.header('x-content-type-options', 'nosniff')
  varyByOrigin(reply)
  // Cacheable files set their own header; answers of the API never do.
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  // Data is no page: it is never framed, and opened as a page it runs nothing.
  if (String(reply.getHeader('content-type')).startsWith('application/json')) {
    reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
  }
}

interface ErrorAnswer {
  readonly status: number
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
}

/** Shared: under load thousands of calls a second get it, and an error of each would cost more. */
const unavailable = refuse('ERROR_UNAVAILABLE').body

/** Only refusals have a body; every other error has only its status. */
function answerTo(error: FastifyError): ErrorAnswer {
  if (error instanceof ApiError) return refused(error)
  if (error instanceof UnauthorizedError) {
    return { status: 401, headers: { 'www-authenticate': 'Bearer' } }
  }
  if (error instanceof NotFoundError) return { status: 404 }
  if (error instanceof MisdirectedError) return { status: 421 }
  if (error instanceof OverloadedError || isConflict(error)) {
    // A random wait keeps the callers from coming back all at once.
    return { status: 503, body: unavailable, headers: { 'retry-after': String(randomInt(1, 6)) } }
  }
  if (isUnreachable(error)) return refused(refuse('ERROR_UNAVAILABLE'))
  const status = error.statusCode ?? 500
  if (status === 400) return refused(refuse('INVALID_REQUEST'))
  return { status: status > 400 && status < 500 ? status : 500 }
}

function refused({ status, body, retryAfter }: ApiError): ErrorAnswer {
  const headers = retryAfter === null ? {} : { 'retry-after': String(retryAfter) }
  return { status, body, headers }
}
