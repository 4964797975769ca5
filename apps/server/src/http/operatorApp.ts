import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Database } from '../database/pool/openDatabase.ts'
import type { Settings } from '../platform/config/settings.ts'
import { logEvent } from '../platform/observability/events.ts'
import { type Metrics, noCall } from '../platform/observability/metrics.ts'
import { closeUnread } from './closeUnread.ts'
import { documentApi } from './documentApi.ts'
import type { Drain } from './drain.ts'
import { listen } from './listen.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The code of the refusal that answers it. */
    refusal: string | null
  }
}

interface OperatorServices {
  readonly database: Database
  readonly drain: Drain
  readonly log: FastifyBaseLogger
  readonly metrics: Metrics
  readonly settings: Settings
}

/**
 * Health, metrics and the API documentation on an operator's own port and address; null without
 * OPERATOR_PORT.
 */
export async function createOperatorApp(
  services: OperatorServices,
): Promise<FastifyInstance | null> {
  const { OPERATOR_PORT: port, OPERATOR_HOST: host, API_DOCS } = services.settings
  if (port === undefined) return null
  const app = Fastify({
    loggerInstance: services.log,
    logController: new LogController({ disableRequestLogging: true }),
  })
  // Nothing here takes a body.
  app.removeAllContentTypeParsers()
  closeUnread(app)
  mountHealth(app, services)
  mountMetrics(app, services)
  if (API_DOCS) documentApi(app)
  await listen(app, { port, host }, 'OPERATOR_PORT, OPERATOR_HOST')
  return app
}

/**
 * `/healthz` while the process lives, `/readyz` while requests should come to this server. Stuck
 * workers and refused writes are no reason to send them elsewhere: a cause that stops one server's queue
 * or writes stops those of all.
 */
export function mountHealth(
  app: FastifyInstance,
  { database, drain }: Pick<OperatorServices, 'database' | 'drain'>,
): void {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_, reply) => {
    if (drain.isBegun) return reply.code(503).send({ status: 'draining' })
    const status = await database.readiness.describe()
    return reply.code(status === 'database unreachable' ? 503 : 200).send({ status })
  })
}

/** `/metrics` in the text format of Prometheus: for operators, never for the world. */
export function mountMetrics(
  app: FastifyInstance,
  { metrics }: Pick<OperatorServices, 'metrics'>,
): void {
  app.get('/metrics', async (_, reply) =>
    reply.type(metrics.contentType).send(await metrics.read()),
  )
}

/** Slower answers get a line in the log. */
const slowMs = 1000

/**
 * Counts and measures every call; logs refused and slow ones, without personal data. Calls refused
 * by overload or a rate limit are only counted: a line for each would add to the load.
 */
export function observeCalls(
  app: FastifyInstance,
  { metrics }: Pick<OperatorServices, 'metrics'>,
): void {
  app.decorateRequest('refusal', null)
  app.addHook('onResponse', (request, reply, done) => {
    done()
    const { method, refusal, routeOptions } = request
    const { elapsedTime, statusCode } = reply
    const call = routeOptions.config.call ?? noCall
    const deployment = request.deployment?.name ?? 'none'
    metrics.observe(call, deployment, statusCode, elapsedTime / 1000, refusal)
    if (statusCode < 400 && elapsedTime < slowMs) return
    if ([429, 503].includes(statusCode) && reply.hasHeader('retry-after')) return
    const milliseconds = Math.round(elapsedTime)
    const route = routeOptions.url ?? null
    logEvent(request.log, 'request.answered', { call, method, route, statusCode, milliseconds })
  })
}
