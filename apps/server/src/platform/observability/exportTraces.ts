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

/**
 * Sends traces to the collector of an address, in batches: OTLP as JSON over HTTP. `share` of the requests
 * is traced, from 0 to 1. Returns the function that ends this and sends the rest.
 */
export function exportTraces(url: string, share: number, serviceName: string): () => Promise<void> {
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
