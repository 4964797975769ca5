import { logEvent } from '../platform/observability/events.ts'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../database/pool/openDatabase.ts'
import type { Drain } from './drain.ts'
import type { Metrics } from '../platform/observability/metrics.ts'

/** Slower answers get a line in the log, in milliseconds. */
const slowMs = 1000

/** The rate limit of one address, and the overload of the server. */
const tooMany: ReadonlySet<number> = new Set([429, 503])

/**
 * Counts and measures every call; logs refused and slow ones, without personal data. Calls refused
 * by overload or a rate limit are only counted: a line for each would add to the load.
 */
export function observeCalls(
  app: FastifyInstance,
  { metrics }: { readonly metrics: Metrics },
): void {
  app.addHook('onResponse', async (request, reply) => {
    const call = request.routeOptions.config.call ?? 'other'
    const { elapsedTime, statusCode } = reply
    const deployment = request.deployment?.name ?? 'none'
    metrics.observe(call, deployment, statusCode, elapsedTime / 1000)
    if (statusCode < 400 && elapsedTime < slowMs) return
    if (tooMany.has(statusCode) && reply.hasHeader('retry-after')) return
    const { method, routeOptions } = request
    const milliseconds = Math.round(elapsedTime)
    const route = routeOptions.url ?? null
    logEvent(request.log, 'request.answered', { call, method, route, statusCode, milliseconds })
  })
}

interface ReadinessServices {
  readonly database: Database
  readonly drain: Drain
}

/**
 * `/healthz` while the process lives, `/readyz` while requests should come to this server. Stuck
 * workers are no reason to send them elsewhere: what stops one server's queue stops that of all.
 */
export function mountHealth(app: FastifyInstance, { database, drain }: ReadinessServices): void {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_, reply) => {
    if (drain.isBegun) return reply.code(503).send({ status: 'draining' })
    if (await database.isReady()) return { status: 'ok' }
    return reply.code(503).send({ status: 'database unreachable' })
  })
}

/** `/metrics` in the text format of Prometheus: for operators, never for the world. */
export function mountMetrics(
  app: FastifyInstance,
  { metrics }: { readonly metrics: Metrics },
): void {
  app.get('/metrics', async (_, reply) =>
    reply.type(metrics.contentType).send(await metrics.read()),
  )
}
