import { type CallName, callNames, calls } from '@gatehouse/contract/calls'
import { type Call, isOpen } from '@gatehouse/contract/calls/row'
import { idempotencyKeyHeader, proofOfWorkHeader } from '@gatehouse/contract/headers'
import { offerOf } from '@gatehouse/contract/languages'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { authenticate, deploymentOf, UnauthorizedError } from './authenticate.ts'
import { addressOf, senderOf, type ClientContext } from './clientContext.ts'
import {
  clearClientsCookie,
  clearFlowCookie,
  clearSessionCookie,
  clearStepCookie,
  hasAgeGateCookie,
  readFlowCookie,
  readKnownBrowserCookie,
  readSessionCookie,
  readStepCookie,
  readTrustCookie,
  setAgeGateCookie,
  setClientsCookie,
  setFlowCookie,
  setKnownBrowserCookie,
  setSessionCookie,
  setStepCookie,
  setTrustCookie,
} from './cookies.ts'
import { equalizeTiming } from './equalizeTiming.ts'
import type { CallContext, CallResponse, Handler, Handlers } from './handler.ts'
import { isCrossSiteRequest } from './isCrossSiteRequest.ts'
import { negotiateLanguage } from './negotiateLanguage.ts'
import { parseInput } from './parseInput.ts'
import { ipBanOf } from '../database/auth/ipBans.ts'
import type { AccessTokenFound } from '../database/auth/sessions.ts'
import type { Database } from '../database/connection/openDatabase.ts'
import { ApiError, refuse } from '../platform/apiError.ts'
import type { Clock } from '../platform/clock.ts'
import type { Metrics } from '../platform/observability/metrics.ts'
import { isSecurityRelevant, logSecurityEvent } from '../platform/observability/events.ts'
import { within } from '../platform/observability/tracing.ts'
import { OverloadedError } from '../platform/overloadedError.ts'
import type { Deployment, Deployments } from '../tenants/deployments.ts'

declare module 'fastify' {
  interface FastifyRequest {
    deployment: Deployment | null
    caller: AccessTokenFound | null
  }
  interface FastifyContextConfig {
    /** The route's name in logs and metrics. */
    readonly call?: string
  }
}

/** The services of the mount itself, besides those of the handlers. */
export interface RouteServices {
  readonly deployments: Deployments
  readonly database: Database
  readonly clock: Clock
  readonly metrics: Metrics
  readonly sessions: {
    authenticate(deployment: Deployment, accessToken: string): Promise<AccessTokenFound | null>
    playerOfSessionId(deployment: Deployment, value: string): Promise<number | null>
    sitesSecretOf(of: { readonly family: string; readonly playerId: number }): string
  }
  readonly passwords: {
    isFull(): boolean
    admit<T>(run: () => Promise<T>): Promise<T>
  }
}

export interface RouteHooks {
  /** The known-browser cookie with one more player. */
  readonly addKnownBrowser: (
    cookie: string | null,
    deployment: Deployment,
    playerId: number,
    note?: string,
  ) => string
}

interface Mount<S extends RouteServices> extends RouteHooks {
  readonly services: S
  readonly handlers: Handlers<S>
}

/** The path prefix of the account API on a host. */
export const apiPrefix = '/api'

const methods: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE']

/** Shared instance: capturing a stack for each of thousands of refused calls costs too much. */
const overloaded = new OverloadedError()

/** Mounts every row of the contract: its method, path, caller, rules, IP ban and handler. */
export function registerRoutes<S extends RouteServices>(
  app: FastifyInstance,
  services: S,
  handlers: Handlers<S>,
  hooks: RouteHooks,
): void {
  app.decorateRequest('deployment', null)
  app.decorateRequest('caller', null)
  for (const name of callNames) mountCall(app, { services, handlers, ...hooks }, name)
}

/** The address of a call on this server, in the notation of the router. */
export function routeOf(name: CallName): string {
  const { path } = calls[name]
  const withPlaceholders = path.replace(/\{(\w+)\}/g, ':$1')
  return path.startsWith('/') ? withPlaceholders : `${apiPrefix}/${withPlaceholders}`
}

function mountCall<S extends RouteServices>(
  app: FastifyInstance,
  mount: Mount<S>,
  name: CallName,
): void {
  const { services } = mount
  const { method, caller, costsHash, largeBody }: Call = calls[name]
  const url = routeOf(name)
  app.route({
    method,
    url,
    config: { call: name, cost: costsHash ? 'hash' : 'call' },
    ...(largeBody === undefined
      ? {}
      : { bodyLimit: largeBody.bytes, errorHandler: refusesLargerThan(largeBody) }),
    // This runs before the body is read: bytes without a key are not parsed.
    onRequest: async (request) => {
      request.deployment = deploymentOf(request, services.deployments, caller)
      if (costsHash && services.passwords.isFull()) {
        await endOfTick()
        throw overloaded
      }
      if (caller !== 'anyone' && isCrossSiteRequest(request, request.deployment)) {
        throw new UnauthorizedError()
      }
      refuseAmbiguousQuery(request)
      request.caller = await authenticate(request, services, request.deployment, caller)
    },
    handler: (request, reply) => within(request, () => answer(mount, name, request, reply)),
  })
  app.route({
    method: methods.filter((other) => other !== method),
    url,
    config: { call: name },
    handler: (_, reply) => reply.code(405).header('allow', method).send({}),
  })
}

/** Gives a body that is too long the refusal of its row, and every other error to the app. */
function refusesLargerThan({ refusal }: NonNullable<Call['largeBody']>) {
  return (error: Error) => {
    const isTooLong = 'statusCode' in error && error.statusCode === 413
    throw isTooLong ? refuse(refusal) : error
  }
}

async function answer<S extends RouteServices>(
  mount: Mount<S>,
  name: CallName,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { services } = mount
  const { deployment, caller } = request
  if (!deployment) throw new Error('A call came through without its deployment.')
  const row: Call = calls[name]
  const clientContext = clientContextOf(request, deployment)
  let isReported = false
  const report: CallContext<CallName, S>['report'] = (
    event,
    playerId = caller?.player_id ?? null,
    fields = {},
  ) => {
    isReported = true
    const about = { call: name, deployment: deployment.name, playerId, ip: clientContext.ip }
    logSecurityEvent(request.log, event, about, fields)
    services.metrics.countSecurityEvent(event)
  }
  if (!ownsPath(request.params, caller)) {
    report('authz.subject_mismatch')
    throw refuse('ERROR_NOT_ALLOWED')
  }
  const handler = mount.handlers[name] as Handler<CallName, S>

  const { input, inputErrors } = parseInput(name, request)
  if (inputErrors.length > 0 && !handler.collectsErrors) throw new ApiError(inputErrors)
  reply.code(row.status ?? 200)
  const context = {
    input,
    inputErrors,
    deployment,
    rules: deployment.rules,
    services,
    caller,
    clientContext,
    response: responseOf(mount, reply, deployment, clientContext),
    refuse,
    report,
    refuseBannedIp: bannedIpRefusal(services, name, deployment, clientContext, report),
  }
  const run = async () => {
    if (!isOpen(row, deployment.rules)) throw refuse('ERROR_NOT_ALLOWED')
    if (!handler.checksIpBan) await context.refuseBannedIp()
    return handler.run(context)
  }
  const admitted = row.costsHash ? () => services.passwords.admit(run) : run
  const given = await equalizeTiming(row, deployment, admitted).catch((error: unknown) => {
    if (!isReported && error instanceof ApiError && isSecurityRelevant(error))
      report('request.refused')
    throw error
  })
  await endOfTick()
  // Fastify would send a bare string as it is; here every answer is JSON.
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(given))
}

/** Refuses addresses with an IP ban of the row, with a line in the security log. */
function bannedIpRefusal(
  { database, clock }: RouteServices,
  name: CallName,
  deployment: Deployment,
  { ip }: ClientContext,
  report: CallContext<CallName, unknown>['report'],
): CallContext<CallName, unknown>['refuseBannedIp'] {
  const { ipBan }: Call = calls[name]
  return async (found) => {
    if (!ipBan) return
    const scope =
      found === undefined
        ? await ipBanOf(database, deployment.name, ip, ipBan.scope, clock.now())
        : found
    if (scope === null) return
    report('request.blocked_ip')
    throw refuse(scope === 'general' ? ipBan.generalCode : ipBan.code)
  }
}

function responseOf<S extends RouteServices>(
  { services, addKnownBrowser }: Mount<S>,
  reply: FastifyReply,
  deployment: Deployment,
  { knownBrowserCookie }: ClientContext,
): CallResponse {
  return {
    answerOk: () => void reply.code(200),
    setSessionCookie: (secret) => setSessionCookie(reply, deployment, secret),
    setClientsCookie: (of) =>
      setClientsCookie(reply, deployment, services.sessions.sitesSecretOf(of)),
    clearSessionCookies: () => {
      // What the player began to link ends, too.
      clearFlowCookie(reply, deployment)
      clearSessionCookie(reply, deployment)
      clearClientsCookie(reply, deployment)
      clearBrowserCache(reply, deployment)
    },
    setStepCookie: (secret) => setStepCookie(reply, deployment, secret),
    clearStepCookie: () => clearStepCookie(reply, deployment),
    setTrustCookie: (trust) => setTrustCookie(reply, deployment, trust),
    setAgeGateCookie: () => setAgeGateCookie(reply, deployment),
    setFlowCookie: (secret) => setFlowCookie(reply, deployment, secret),
    setKnownBrowserCookie: (playerId, note) =>
      setKnownBrowserCookie(
        reply,
        deployment,
        addKnownBrowser(knownBrowserCookie, deployment, playerId, note),
      ),
  }
}

/** Cached pages and answers go with the session, so that Back shows none of them. */
function clearBrowserCache(reply: FastifyReply, { isSecure }: Deployment): void {
  // Browsers obey it over https only.
  if (isSecure) reply.header('clear-site-data', '"cache"')
}

/** Returns whether the player in a path is the caller. */
function ownsPath(params: unknown, caller: AccessTokenFound | null): boolean {
  const { userId } = params as { userId?: string }
  return caller === null || userId === undefined || userId === String(caller.player_id)
}

function clientContextOf(request: FastifyRequest, deployment: Deployment): ClientContext {
  const sender = senderOf(request)
  return {
    ...sender,
    address: addressOf(sender.ip),
    language: negotiateLanguage(request, offerOf(deployment.configuration)),
    sessionSecret: readSessionCookie(request, deployment.isSecure),
    knownBrowserCookie: readKnownBrowserCookie(request, deployment.isSecure),
    stepCookie: readStepCookie(request, deployment.isSecure),
    trustCookie: readTrustCookie(request, deployment.isSecure),
    flowCookie: readFlowCookie(request, deployment.isSecure),
    hasAgeGate: hasAgeGateCookie(request, deployment.isSecure),
    idempotencyKey: [request.headers[idempotencyKeyHeader]].flat()[0] || null,
    proofOfWork: [request.headers[proofOfWorkHeader]].flat()[0] || null,
  }
}

/**
 * Two readers would read these in two ways: a repeated parameter, a list, a broken escape, a NUL.
 */
function refuseAmbiguousQuery(request: FastifyRequest): void {
  const parameters = Object.entries(request.query as Record<string, unknown>)
  const query = request.url.slice(request.url.indexOf('?') + 1)
  const isAmbiguous = parameters.some(
    ([name, value]) =>
      typeof value !== 'string' || /[[\]]/.test(name) || `${name}${value}`.includes('\0'),
  )
  if (isAmbiguous || !isDecodable(query)) throw refuse('INVALID_REQUEST')
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/**
 * Resolves at the end of this turn of the event loop. Answers of one turn then leave in one write, and
 * the other side wakes up once for many of them: profile reads gain a third by it.
 */
function endOfTick(): Promise<void> {
  return new Promise((go) => void setImmediate(go))
}
