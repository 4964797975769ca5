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

/** Milliseconds for a batch: whoever is told to stop does not wait long for a collector that is away. */
const patience = 2000

interface Export {
  /** Where a collector takes traces: OTLP as JSON over HTTP. */
  readonly url: string
  /** The share of requests that is traced, from 0 to 1. */
  readonly share: number
  readonly serviceName: string
}

/** Sends traces to a collector, in batches. Answers how that ends: what was not sent yet goes out. */
export function exportTraces({ url, share, serviceName }: Export): () => Promise<void> {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url, timeoutMillis: patience }) }),
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
