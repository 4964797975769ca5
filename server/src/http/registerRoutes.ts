import { type CallName, callNames, calls } from '@gatehouse/contract/calls'
import { idempotencyKeyHeader } from '@gatehouse/contract/headers'
import { schemas } from '@gatehouse/contract/schemas'
import type { CallSchema } from '@gatehouse/contract/schemas/row'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { hasAgeCookie, keepAgeCookie } from './cookies/ageCookie.ts'
import { keepBrowserCookie, readBrowserCookie } from './cookies/browserCookie.ts'
import { authenticate, deploymentOf, UnauthorizedError } from './authenticate.ts'
import type { AccessTokenFound } from '../database/auth/sessions.ts'
import type { Deployment } from '../tenants/deployments.ts'
import { equalizeTiming } from './equalizeTiming.ts'
import { keepFlowCookie, readFlowCookie } from './cookies/flowCookie.ts'
import { isCrossSiteRequest } from './isCrossSiteRequest.ts'
import type { CallContext, Handler } from './handler.ts'
import { handlers } from './handlers.ts'
import { parseInput } from './parseInput.ts'
import { withKnownBrowser } from '../auth/abuse/knownBrowsers.ts'
import { OverloadedError } from '../auth/password/passwordHasher.ts'
import { ApiError, refuse } from '../platform/apiError.ts'
import { isSecurityRelevant } from '../platform/observability/securityLog.ts'
import type { Services } from '../services.ts'
import { dropSessionCookie, keepSessionCookie, readSessionCookie } from './cookies/sessionCookie.ts'
import { clearClientsCookie, setClientsCookieOf } from './cookies/clientsCookie.ts'
import { within } from '../platform/observability/tracing.ts'
import { endOfTick } from './endOfTick.ts'
import { addressOf, asksAnew, plainIp, type ClientContext } from './clientContext.ts'
import { reached } from '../platform/killPoint.ts'

declare module 'fastify' {
  interface FastifyRequest {
    deployment: Deployment | null
    caller: AccessTokenFound | null
  }
  interface FastifyContextConfig {
    /** What the route is called in logs and metrics. */
    readonly call?: string
  }
}

/** Where the account API is mounted on a host. */
export const apiPrefix = '/api'

const methods: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE']

/** Made once: where it is thrown would have to be noted each time, of what comes thousandfold. */
const tooMany = new OverloadedError()

/** Mounts every row of the contract: its method, its path, its caller, its handler. */
export function registerRoutes(app: FastifyInstance, services: Services): void {
  app.decorateRequest('deployment', null)
  app.decorateRequest('caller', null)
  for (const name of callNames) mountCall(app, services, name)
}

/** The address of a call on this server, in the notation of the router. */
export function routeOf(name: CallName): string {
  const { path } = calls[name]
  const withPlaceholders = path.replace(/\{(\w+)\}/g, ':$1')
  return path.startsWith('/') ? withPlaceholders : `${apiPrefix}/${withPlaceholders}`
}

function mountCall(app: FastifyInstance, services: Services, name: CallName): void {
  const { method, caller } = calls[name]
  const url = routeOf(name)
  app.route({
    method,
    url,
    config: { call: name },
    // Before the body is read: a stranger's bytes are not parsed.
    onRequest: async (request) => {
      request.deployment = deploymentOf(request, services.deployments, caller)
      if (handlers[name].costsHash && services.passwords.isFull()) {
        await endOfTick()
        throw tooMany
      }
      if (caller !== 'anyone' && isCrossSiteRequest(request, request.deployment)) {
        throw new UnauthorizedError()
      }
      refuseOddQuery(request)
      request.caller = await authenticate(request, services, request.deployment, caller)
    },
    handler: (request, reply) => within(request, () => answer(services, name, request, reply)),
    onResponse: async () => reached(`${name} answered`),
  })
  app.route({
    method: methods.filter((other) => other !== method),
    url,
    config: { call: name },
    handler: (_, reply) => reply.code(405).header('allow', method).send({}),
  })
}

async function answer(
  services: Services,
  name: CallName,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { deployment, caller } = request
  if (!deployment) throw new Error('A call came through without its deployment.')
  const visitor = visitorOf(request, deployment)
  let isReported = false
  const report: CallContext<CallName>['report'] = (event, playerId = caller?.player_id ?? null) => {
    isReported = true
    const about = { call: name, deployment: deployment.name, playerId, ip: visitor.ip }
    request.log.info({ security: event, ...about })
    services.metrics.countSecurityEvent(event)
  }
  const owns = (params: unknown) =>
    caller === null || ownIdIn(params) === null || ownIdIn(params) === String(caller.player_id)
  if (!owns(request.params)) {
    report('foreign player id')
    throw refuse('ERROR_NOT_ALLOWED')
  }
  const handler = handlers[name] as Handler

  const { input, faults } = parseInput(name, request)
  if (faults.length > 0 && !handler.collectsErrors) throw new ApiError(faults)
  const schema: CallSchema = schemas[name]
  reply.code(schema.status ?? 200)
  reached(`${name} asked`)
  const run = () =>
    handler.run({
      input,
      inputErrors: faults,
      deployment,
      rules: deployment.rules,
      services,
      caller,
      visitor,
      answering: {
        answerOk: () => void reply.code(200),
        setSessionCookie: (root) => keepSessionCookie(reply, deployment, root),
        setClientsCookie: (family) =>
          setClientsCookieOf(reply, deployment, services.sessions.sitesSecretOf(family)),
        clearSessionCookies: () => {
          dropSessionCookie(reply, deployment)
          clearClientsCookie(reply, deployment)
          forgetPages(reply, deployment)
        },
        setAgeGateCookie: () => keepAgeCookie(reply, deployment),
        setFlowCookie: (secret) => keepFlowCookie(reply, deployment, secret),
        setKnownBrowserCookie: (playerId) => {
          const { key, clock } = services
          const now = clock.now()
          const notes = visitor.knownBrowserCookie
          const kept = withKnownBrowser(key.browsers, notes, deployment.name, playerId, now)
          keepBrowserCookie(reply, deployment, kept)
        },
      },
      refuse,
      report,
    })
  const admitted = handler.costsHash ? () => services.passwords.admit(run) : run
  const given = await equalizeTiming(name, deployment, admitted).catch((error: unknown) => {
    if (!isReported && error instanceof ApiError && isSecurityRelevant(error))
      report('call refused')
    throw error
  })
  reached(`${name} done`)
  await endOfTick()
  // Fastify would send a bare string as it is; on this wire it is JSON like everything else.
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(given))
}

/** What the browser keeps of pages and answers goes with the session, and Back shows none of them. */
function forgetPages(reply: FastifyReply, { isSecure }: Deployment): void {
  // Browsers heed it over https alone.
  if (isSecure) reply.header('clear-site-data', '"cache"')
}

function ownIdIn(params: unknown): string | null {
  const { userId } = params as { userId?: string }
  return userId ?? null
}

function visitorOf(request: FastifyRequest, deployment: Deployment): ClientContext {
  const ip = plainIp(request.ip)
  return {
    ip,
    address: addressOf(ip),
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    sessionSecret: readSessionCookie(request, deployment.isSecure),
    knownBrowserCookie: readBrowserCookie(request, deployment.isSecure),
    flowCookie: readFlowCookie(request, deployment.isSecure),
    hasAgeGate: hasAgeCookie(request, deployment.isSecure),
    asksAnew: asksAnew(request),
    idempotencyKey: [request.headers[idempotencyKeyHeader]].flat()[0] || null,
  }
}

/** What two readers would read in two ways: a repeated parameter, a list, a broken escape, a NUL. */
function refuseOddQuery(request: FastifyRequest): void {
  const parameters = Object.entries(request.query as Record<string, unknown>)
  const query = request.url.slice(request.url.indexOf('?') + 1)
  const isOdd = parameters.some(
    ([name, value]) =>
      typeof value !== 'string' || /[[\]]/.test(name) || `${name}${value}`.includes('\0'),
  )
  if (isOdd || !isDecodable(query)) throw refuse('INVALID_REQUEST')
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}
