import { context, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'

/** Milliseconds for a batch: a stop must not wait long for a collector that is away. */
const timeoutMs = 2000

interface Export {
  /** The address of a collector: OTLP as JSON over HTTP. */
  readonly url: string
  /** The share of requests that is traced, from 0 to 1. */
  readonly share: number
  readonly serviceName: string
}

/**
 * Sends traces to a collector, in batches. Returns the function that ends this and sends the rest.
 */
export function exportTraces({ url, share, serviceName }: Export): () => Promise<void> {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url, timeoutMillis: timeoutMs }),
      }),
    ],
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  trace.setGlobalTracerProvider(provider)
  return async () => {
    trace.disable()
    context.disable()
    await provider.shutdown()
  }
}
