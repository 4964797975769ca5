import {
  type Attributes,
  context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { LogEvent } from 'kysely'
import type { Settings } from '../config/settings.ts'

declare module 'fastify' {
  interface FastifyRequest {
    span: Span | null
  }
}

/** The endpoints of watchers, which ask every second and would be most of all traces. */
const watched: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics'])

/** Without a provider it makes no spans, so this costs next to nothing while traces are off. */
const tracer = trace.getTracer('gatehouse')

/**
 * Starts to send traces where the settings name a collector, and loads the libraries only then.
 * Returns the function that ends this.
 */
export async function startTracing(settings: Settings): Promise<() => Promise<void>> {
  const url = settings.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT
  if (url === undefined) return () => Promise.resolve()
  const { exportTraces } = await import('./exportTraces.ts')
  return exportTraces(url, settings.OTEL_TRACES_SAMPLER_ARG, settings.OTEL_SERVICE_NAME)
}

/**
 * Traces each request but those of watchers. A trace begins here whatever the request says, because
 * a sender must not decide about our traces. Of the address it contains only the route, because
 * paths and queries carry secrets.
 */
export function traceRequests(app: FastifyInstance): void {
  app.decorateRequest('span', null)
  app.addHook('onRequest', (request, _, done) => {
    const { call } = request.routeOptions.config
    const route = request.routeOptions.url ?? 'none'
    if (watched.has(route)) return done()
    const span = tracer.startSpan(
      call ?? `${request.method} ${route}`,
      {
        kind: SpanKind.SERVER,
        attributes: {
          'http.request.method': request.method,
          'http.route': route,
          'gatehouse.request_id': request.id,
        },
      },
      ROOT_CONTEXT,
    )
    if (span.isRecording()) request.span = span
    within(request, done)
  })
  app.addHook('onResponse', ({ span, deployment }, { statusCode }, done) => {
    done()
    if (span === null) return
    span.setAttribute('http.response.status_code', statusCode)
    if (deployment !== null) span.setAttribute('gatehouse.deployment', deployment.name)
    if (statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end()
  })
}

/** Runs a part of a request: reading the body loses the context of its trace. */
export function within<T>({ span }: FastifyRequest, work: () => T): T {
  return span === null ? work() : context.with(trace.setSpan(ROOT_CONTEXT, span), work)
}

/** Runs a part of the current trace; where nothing is traced, just runs it. */
export function inSpan<T>(
  name: string,
  attributes: Attributes,
  work: () => Promise<T>,
): Promise<T> {
  return trace.getActiveSpan() === undefined
    ? work()
    : tracer.startActiveSpan(name, { attributes }, (span) => endingWith(span, work))
}

/** Runs background work in its own trace. */
export function inTrace<T>(name: string, work: () => Promise<T>): Promise<T> {
  return tracer.startActiveSpan(name, { kind: SpanKind.CONSUMER, root: true }, (span) =>
    endingWith(span, work),
  )
}

async function endingWith<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    // Only the name, because the words may contain personal data.
    const message = error instanceof Error ? error.name : 'error'
    span.setStatus({ code: SpanStatusCode.ERROR, message })
    throw error
  } finally {
    span.end()
  }
}

/** A finished statement of the database. Its values are never in its text. */
export function traceStatement({ level, query, queryDurationMillis }: LogEvent): void {
  // Statements of maintenance and of queues belong to no request.
  if (trace.getActiveSpan() === undefined) return
  const endTime = Date.now()
  const startTime = endTime - queryDurationMillis
  const attributes = { 'db.system.name': 'postgresql', 'db.query.text': query.sql }
  const span = tracer.startSpan('statement', { kind: SpanKind.CLIENT, attributes, startTime })
  if (level === 'error') span.setStatus({ code: SpanStatusCode.ERROR })
  span.end(endTime)
}

/** The current trace, for the lines of the log; empty without one. */
export function traceOfLine(): object {
  const span = trace.getActiveSpan()
  return span?.isRecording() === true ? { traceId: span.spanContext().traceId } : {}
}
