import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { SecurityEvent } from './events.ts'
import { type OutboundCall, outboundCalls } from './outboundCalls.ts'

export interface Metrics {
  readonly observe: (call: string, deployment: string, status: number, seconds: number) => void
  /** Counts an attempt to send a mail, by its outcome. */
  readonly countMail: (outcome: 'sent' | 'deferred' | 'undeliverable') => void
  /** Counts an account event that a client did not accept; it is sent again. */
  readonly countWebhookFailure: (client: string) => void
  /** Counts a failed write of the erasure log. */
  readonly countErasureLogFailure: () => void
  /** Sets how many lines the erasure log does not have yet. */
  readonly setErasureLogMissing: (lines: number) => void
  /** Counts an hour in which some of the maintenance failed. */
  readonly countMaintenanceFailure: () => void
  /** Counts look-ups that the sweep changed, by the reason. */
  readonly countSweptLookUps: (what: 'over' | 'orphaned' | 'missing', count: number) => void
  /** Counts a line of the security log. */
  readonly countSecurityEvent: (event: SecurityEvent) => void
  readonly contentType: string
  /** The metrics in the text format of Prometheus. */
  readonly read: () => Promise<string>
  /** Stops listening. */
  readonly close: () => void
}

/** The values that each scrape reads. */
export interface Watched {
  readonly hashesRunning: () => number
  readonly hashesWaiting: () => number
  /** Dropped log lines since the start. */
  readonly linesDropped: () => number
  /** Connections to the database by their state; empty for the embedded one. */
  readonly connections: () => Readonly<Record<string, number>>
  /** Seconds since the slowest worker of each queue completed a look at it. */
  readonly pollAges: () => ReadonlyMap<string, number>
  /** Jobs that are not done yet, by queue; throws when the database does not answer. */
  readonly jobs: () => Promise<readonly QueueState[]>
  /** Calls back for each transaction that begins again, with PostgreSQL's code; returns its end. */
  readonly onTransactionRetry: (listener: (code: string) => void) => () => void
}

export interface QueueState {
  readonly queue: string
  readonly waiting: number
  /** Age of the oldest job that is not done, in seconds. */
  readonly oldest: number
}

/**
 * Counts and measures calls and their resources: hashes, mails, services, the database, the log.
 */
export function createMetrics(watched: Watched): Metrics {
  const register = new Registry()
  const registers = [register]
  collectDefaultMetrics({ register })
  const requests = new Counter({
    name: 'gatehouse_requests_total',
    help: 'Answered calls.',
    labelNames: ['call', 'deployment', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'gatehouse_request_seconds',
    help: 'Time from request to answer.',
    labelNames: ['call'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers,
  })
  const mails = new Counter({
    name: 'gatehouse_mails_total',
    help: 'Mails that were tried, by what became of them.',
    labelNames: ['outcome'],
    registers,
  })
  const webhookFailures = new Counter({
    name: 'gatehouse_webhook_failures_total',
    help: 'Account events that a client did not take; they are sent again for a day.',
    labelNames: ['client'],
    registers,
  })
  const erasureLogFailures = new Counter({
    name: 'gatehouse_erasure_log_failures_total',
    help: 'Times that the erasure log could not be written.',
    registers,
  })
  const erasureLogMissing = new Gauge({
    name: 'gatehouse_erasure_log_missing_lines',
    help: 'Erasures and withdrawals that the erasure log does not have yet.',
    registers,
  })
  const maintenanceFailures = new Counter({
    name: 'gatehouse_maintenance_failures_total',
    help: 'Hours in which some of the maintenance failed.',
    registers,
  })
  const lookUps = new Counter({
    name: 'gatehouse_unique_values_reconciled_total',
    help: 'Look-ups of names, addresses and accounts that were over, without a player, or missing.',
    labelNames: ['what'],
    registers,
  })
  const security = new Counter({
    name: 'gatehouse_security_events_total',
    help: 'Lines of the security log.',
    labelNames: ['event'],
    registers,
  })
  const stopCounting = countRetries(register, watched)
  const stopMeasuring = measureOutboundCalls(register)
  watchState(register, watched)
  return {
    observe(call, deployment, status, seconds) {
      requests.inc({ call, deployment, status })
      durations.observe({ call }, seconds)
    },
    countWebhookFailure: (client) => webhookFailures.inc({ client }),
    countMail: (outcome) => mails.inc({ outcome }),
    countErasureLogFailure: () => erasureLogFailures.inc(),
    setErasureLogMissing: (lines) => erasureLogMissing.set(lines),
    countMaintenanceFailure: () => maintenanceFailures.inc(),
    countSweptLookUps: (what, count) => lookUps.inc({ what }, count),
    countSecurityEvent: (event) => security.inc({ event }),
    contentType: register.contentType,
    read: () => register.metrics(),
    close() {
      stopCounting()
      stopMeasuring()
    },
  }
}

/** Counts and times calls to services of others until the returned function is called. */
function measureOutboundCalls(register: Registry): () => void {
  const registers = [register]
  const services = new Counter({
    name: 'gatehouse_service_requests_total',
    help: 'Questions to services of others, by whether they gave an answer that can be used.',
    labelNames: ['service', 'outcome'],
    registers,
  })
  const serviceSeconds = new Histogram({
    name: 'gatehouse_service_seconds',
    help: 'Time that services of others took to answer.',
    labelNames: ['service'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  })
  const onOutbound = (message: unknown) => {
    const { service, isAnswered, seconds } = message as OutboundCall
    services.inc({ service, outcome: isAnswered ? 'answered' : 'unreachable' })
    serviceSeconds.observe({ service }, seconds)
  }
  subscribe(outboundCalls, onOutbound)
  return () => void unsubscribe(outboundCalls, onOutbound)
}

/** Counts the transactions that begin again; returns what ends that. */
function countRetries(register: Registry, { onTransactionRetry }: Watched): () => void {
  const retries = new Counter({
    name: 'gatehouse_transaction_retries_total',
    help: 'Transactions that began again after a conflict, by PostgreSQL’s code.',
    labelNames: ['code'],
    registers: [register],
  })
  return onTransactionRetry((code) => retries.inc({ code }))
}

/** Registers the gauges whose values are read at each scrape. */
function watchState(register: Registry, watched: Watched): void {
  const registers = [register]
  const watch = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read())
      },
    })
  const watchEach = (name: string, help: string, label: string, read: () => Read | Promise<Read>) =>
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers,
      async collect() {
        for (const [of, value] of await read()) this.set({ [label]: of }, value)
      },
    })
  // Without a database the other metrics still have values.
  const queues = () => watched.jobs().catch(() => [])
  watch('gatehouse_hashes_running', 'Password hashes that are computed.', watched.hashesRunning)
  watch('gatehouse_hashes_waiting', 'Password hashes that wait for a core.', watched.hashesWaiting)
  watch(
    'gatehouse_log_lines_dropped',
    'Lines since the start that the log could not take.',
    watched.linesDropped,
  )
  watchEach(
    'gatehouse_database_connections',
    'Connections to the database, and requests that wait for one.',
    'state',
    () => Object.entries(watched.connections()),
  )
  watchEach(
    'gatehouse_queue_look_age_seconds',
    'Time since the slowest worker of a queue completed a look at it.',
    'queue',
    watched.pollAges,
  )
  watchEach('gatehouse_jobs_waiting', 'Jobs that are not done.', 'queue', async () =>
    (await queues()).map(({ queue, waiting }) => [queue, waiting]),
  )
  watchEach('gatehouse_job_oldest_seconds', 'Age of the oldest of them.', 'queue', async () =>
    (await queues()).map(({ queue, oldest }) => [queue, oldest]),
  )
}

/** Values by their label. */
type Read = Iterable<readonly [string, number]>
