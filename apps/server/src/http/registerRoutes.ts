import {
  type AnswerOf,
  type CallName,
  callNames,
  calls,
  type InputOf,
} from '@gatehouse/contract/calls'
import { type Call, type IpBanScope, isOpen } from '@gatehouse/contract/calls/row'
import { sessionAnswersHeader } from '@gatehouse/contract/headers'
import type { SessionAnswers } from '@gatehouse/contract/sessionAnswers'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import {
  authenticate,
  deploymentOf,
  UnauthorizedError,
  isCrossSiteRequest,
} from './authenticate.ts'
import { callResponse, type ResponseMaterials } from './callResponse.ts'
import { type ClientContext, clientContextOf } from './clientContext.ts'
import { equalizeTiming } from './equalizeTiming.ts'
import type { CallContext, Concerned, Handler, Handlers, RouteServices } from './handler.ts'
import { parseInput, type RawInput, refuseAmbiguousQuery } from './parseInput.ts'
import { ipBanOf } from '../database/auth/ipBans.ts'
import type { AccessTokenFound } from '../database/auth/sessionStatements.ts'
import { ApiError, refuse, OverloadedError } from '../platform/apiError.ts'
import { isSecurityRelevant, logEvent, logSecurityEvent } from '../platform/observability/events.ts'
import { within } from '../platform/observability/tracing.ts'
import type { Deployment } from '../deployments/deployments.ts'
import { isRestricted } from '../deployments/secondStepPolicy.ts'

declare module 'fastify' {
  interface FastifyRequest {
    deployment: Deployment | null
    caller: AccessTokenFound | null
    concerned: Concerned | null
  }
  interface FastifyContextConfig {
    /** The route's name in logs and metrics. */
    readonly call?: string
  }
}

interface Mount {
  readonly services: RouteServices
  readonly handlers: Readonly<Record<CallName, Handler<CallName, RouteServices>>>
  readonly addKnownBrowser: ResponseMaterials['addKnownBrowser']
}

/** The path prefix of the account API on a host. */
export const apiPrefix = '/api'

const methods: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE']

/** Shared instance: capturing a stack for each of thousands of refused calls costs too much. */
const overloaded = new OverloadedError()

/**
 * The first answers that the session of a browser needs: those of its three calls to the request of
 * a page, with their cookies. Null for a session id that opens nothing, and when a call fails.
 */
export type BeginSession = (
  request: FastifyRequest,
  reply: FastifyReply,
  deployment: Deployment,
  identity: string,
) => Promise<SessionAnswers | null>

/** Mounts every row of the contract: its method, path, caller, rules, IP ban and handler. */
export function registerRoutes<S extends RouteServices>(
  app: FastifyInstance,
  services: S,
  handlers: Handlers<S>,
  addKnownBrowser: ResponseMaterials['addKnownBrowser'],
): { readonly beginSession: BeginSession } {
  app.decorateRequest('deployment', null)
  app.decorateRequest('caller', null)
  app.decorateRequest('concerned', null)
  // Each handler gets the services of its own type, and the input and caller of its own row.
  const mount = { services, handlers: handlers as unknown as Mount['handlers'], addKnownBrowser }
  for (const name of callNames) mountCall(app, mount, name)
  return {
    beginSession: (request, reply, deployment, identity) => {
      const clientContext = clientContextOf(request, deployment)
      return beginSession(mount, { request, reply, deployment, clientContext }, identity)
    },
  }
}

/** The address of a call on this server, in the notation of the router. */
export function routeOf(name: CallName): string {
  const { path } = calls[name]
  const withPlaceholders = path.replace(/\{(\w+)\}/g, ':$1')
  return path.startsWith('/') ? withPlaceholders : `${apiPrefix}/${withPlaceholders}`
}

function mountCall(app: FastifyInstance, mount: Mount, name: CallName): void {
  const { services } = mount
  const { method, caller, costsHash, largeBody }: Call = calls[name]
  const url = routeOf(name)
  app.route({
    method,
    // The route below answers it: a call is no document.
    exposeHeadRoute: false,
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

async function answer(
  mount: Mount,
  name: CallName,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { deployment, caller, params, query, body } = request
  if (!deployment) throw new Error('A call arrived without its deployment.')
  const row: Call = calls[name]
  reply.code(row.status ?? 200)
  const given = await perform(mount, name, {
    request,
    reply,
    deployment,
    caller,
    raw: { params, query, body },
    clientContext: clientContextOf(request, deployment),
  })
  await endOfTick()
  // Fastify would send a bare string as it is; here every answer is JSON.
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(given))
}

/** A call in the course of a request: its own one, or one that carries its answer along. */
interface RouteRequest {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly deployment: Deployment
  readonly caller: AccessTokenFound | null
  readonly raw: RawInput
  readonly clientContext: ClientContext
}

async function perform<N extends CallName>(
  mount: Mount,
  name: N,
  asked: RouteRequest,
): Promise<AnswerOf<N>> {
  const { services, addKnownBrowser } = mount
  const { request, reply, deployment, caller, raw, clientContext } = asked
  const row: Call = calls[name]
  let isReported = false
  const report: CallContext<CallName, unknown>['report'] = (
    event,
    playerId = caller?.player_id ?? null,
    fields = {},
  ) => {
    isReported = true
    const about = { call: name, deployment: deployment.name, playerId, ip: clientContext.ip }
    logSecurityEvent(request.log, event, about, fields)
    services.metrics.countSecurityEvent(event)
  }
  const unfit = unfitnessOf(asked, row)
  if (unfit !== null) {
    report(unfit.event)
    throw refuse(unfit.code)
  }
  const handler = mount.handlers[name]
  const { input, inputErrors } = parseInput(row, raw)
  if (inputErrors.length > 0 && !handler.collectsErrors) throw new ApiError(inputErrors)
  let sessionSecret = ''
  const materials = {
    sessions: services.sessions,
    addKnownBrowser,
    onSession: (secret: string) => {
      sessionSecret = secret
    },
  }
  const context = {
    input: input as InputOf<CallName>,
    inputErrors,
    deployment,
    rules: deployment.rules,
    services,
    caller,
    clientContext,
    response: callResponse(materials, reply, deployment, clientContext),
    refuse,
    report,
    concerns: (refused: Concerned) => {
      request.concerned = { ...request.concerned, ...refused }
    },
    refuseBannedIp: async (found?: IpBanScope | null) => {
      const { ipBan } = row
      if (!ipBan) return
      const { database, clock } = services
      const { ip } = clientContext
      const scope =
        found === undefined
          ? await ipBanOf(database, deployment.name, ip, ipBan.scope, clock.now())
          : found
      if (scope === null) return
      report('request.blocked_ip')
      throw refuse(scope === 'general' ? ipBan.generalCode : ipBan.code)
    },
  }
  const run = async () => {
    if (!isOpen(row, deployment.rules)) throw refuse('ERROR_NOT_ALLOWED')
    if (!handler.checksIpBan) await context.refuseBannedIp()
    const given = await handler.run(context)
    if (sessionSecret === '' || request.headers[sessionAnswersHeader] === undefined) return given
    return withAnswers(mount, asked, given, sessionSecret)
  }
  const admitted = row.costsHash ? () => services.passwords.admit(run) : run
  const given = await equalizeTiming(row, deployment, admitted).catch((error: unknown) => {
    if (!isReported && error instanceof ApiError && isSecurityRelevant(error))
      report('request.refused')
    throw error
  })
  return given as AnswerOf<N>
}

/** The answer of a call that has opened a session, with the first answers of that session. */
async function withAnswers(
  mount: Mount,
  asked: RouteRequest,
  given: AnswerOf<CallName>,
  sessionSecret: string,
): Promise<AnswerOf<CallName>> {
  const { Created: identity } = given as { readonly Created?: unknown }
  if (typeof identity !== 'string') return given
  const clientContext = clientContextOf(asked.request, asked.deployment, sessionSecret)
  const Answers = await beginSession(mount, { ...asked, clientContext }, identity)
  return Answers === null ? given : ({ ...(given as object), Answers } as AnswerOf<CallName>)
}

/**
 * The first answers of a session, by the calls themselves. Null where one of them refuses or fails:
 * the browser that asks for it then learns why.
 */
async function beginSession(
  mount: Mount,
  asked: Omit<RouteRequest, 'caller' | 'raw'>,
  identity: string,
): Promise<SessionAnswers | null> {
  const { deployment, request } = asked
  const as = (caller: AccessTokenFound | null, params: object, query: object): RouteRequest => ({
    ...asked,
    caller,
    raw: { params, query, body: undefined },
  })
  try {
    const token = await perform(mount, 'readToken', as(null, { identity }, {}))
    const { sessions } = mount.services
    const caller = token.Value === '' ? null : await sessions.authenticate(deployment, token.Value)
    if (caller === null) return null
    const userId = String(token.Id_User)
    const [user, connections] = await Promise.all([
      perform(mount, 'readProfile', as(caller, { userId }, { include: 'Block' })),
      perform(mount, 'listConnections', as(caller, {}, {})),
    ])
    return {
      ApiUrl: deployment.configuration.AccountApiUrl,
      Identity: identity,
      Token: token,
      User: user,
      Connects: connections,
    }
  } catch (error) {
    if (!(error instanceof ApiError))
      logEvent(request.log, 'session.answers_failed', { err: error })
    return null
  }
}

/** Why a caller may not make a call, whatever it says; null for one who may. */
function unfitnessOf({ raw, deployment, caller }: RouteRequest, row: Call) {
  if (!ownsPath(raw.params, caller)) {
    return { event: 'authz.subject_mismatch', code: 'ERROR_NOT_ALLOWED' } as const
  }
  // The player has to set up a second step first.
  const isEarly = caller !== null && !row.isBeforeEnrolment && isRestricted(deployment, caller)
  return isEarly ? ({ event: 'request.refused', code: 'ERROR_ENROLMENT_REQUIRED' } as const) : null
}

/** True if the player in a path is the caller. */
function ownsPath(params: unknown, caller: AccessTokenFound | null): boolean {
  const { userId } = params as { userId?: string }
  return caller === null || userId === undefined || userId === String(caller.player_id)
}

/**
 * Resolves at the end of this turn of the event loop. Answers of one turn then leave in one write,
 * and the other side wakes up once for many of them: profile reads gain a third by it.
 */
function endOfTick(): Promise<void> {
  return new Promise((go) => void setImmediate(go))
}
