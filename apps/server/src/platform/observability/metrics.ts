import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { SecurityEvent } from './events.ts'

/** The diagnostics channel of finished calls to outside services. */
export const outboundCalls = 'gatehouse:outbound'

export interface OutboundCall {
  readonly service: string
  readonly isAnswered: boolean
  readonly seconds: number
}

/** The name of answers that are none of the contract's calls: pages, files, looks of watchers. */
export const noCall = 'other'

/** The values that each scrape reads. */
interface Watched {
  readonly hashesRunning: () => number
  readonly hashesWaiting: () => number
  /** Dropped log lines since the start. */
  readonly linesDropped: () => number
  /** 1 for each reason for which the database takes no writes now, 0 for each other one. */
  readonly writeRefusals: () => Iterable<readonly [string, number]>
  /** 1 for each machine of a database that is spread, and is not reached. */
  readonly lostWorkers: () => Iterable<readonly [string, number]>
  /** Connections to the database by their state; empty for the embedded one. */
  readonly connections: () => Readonly<Record<string, number>>
  /** Seconds since the slowest worker of each queue completed a look at it. */
  readonly pollAges: () => ReadonlyMap<string, number>
  /** Jobs that are not done yet, by queue; throws when the database does not answer. */
  readonly jobs: () => Promise<readonly QueueState[]>
  /** Mails that were given up; throws when the database does not answer. */
  readonly mailsGivenUp: () => Promise<number>
  /** Calls back for each transaction that begins again, with PostgreSQL's code; returns its end. */
  readonly onTransactionRetry: (listener: (code: string) => void) => () => void
}

export interface QueueState {
  readonly queue: string
  readonly waiting: number
  /** Age of the oldest job that is not done, in seconds. */
  readonly oldest: number
}

export interface CountedRequests {
  readonly call: string
  readonly deployment: string
  readonly status: number
  /** The code of its refusal, where it has one. */
  readonly code: string | null
  readonly count: number
}

/** A look at the chains of the audit log. */
export interface AuditLook {
  readonly at: Date
  readonly entries: number
  /** The first entry that does not fit, of each chain that has one. */
  readonly broken: readonly string[]
}

const pageFailureLabels = ['page', 'kind', 'screen', 'build'] as const

/** Spans of time that durations are counted by: each one is this much longer than the one before. */
const growth = 1.15
const spans = 80
const spanOf = (seconds: number) =>
  Math.min(spans - 1, Math.max(0, Math.ceil(Math.log(seconds * 1000) / Math.log(growth))))

/** The milliseconds within which this share of the calls was answered; 0 without calls. */
export function shareWithin(counts: readonly number[], share: number): number {
  let left = counts.reduce((sum, count) => sum + count, 0) * share
  if (left === 0) return 0
  return Math.round(growth ** counts.findIndex((count) => (left -= count) <= 0))
}

export type Metrics = ReturnType<typeof createMetrics>

/**
 * Counts and measures calls and their resources: hashes, mails, services, the database, the log.
 */
export function createMetrics(watched: Watched) {
  const register = new Registry()
  collectDefaultMetrics({ register })
  watchState(register, watched)
  const made = createInstruments(register)
  const pageFailures = new Counter({
    name: 'gatehouse_page_failures_total',
    help: 'Failures that pages of portal and console have told.',
    labelNames: pageFailureLabels,
    registers: [register],
  })
  const stopCounting = watched.onTransactionRetry((code) => made.retries.inc({ code }))
  const onOutbound = (message: unknown) => {
    const { service, isAnswered, seconds } = message as OutboundCall
    made.services.inc({ service, outcome: isAnswered ? 'answered' : 'unreachable' })
    made.serviceSeconds.observe({ service }, seconds)
  }
  subscribe(outboundCalls, onOutbound)
  // Counted once, and given to the counter of the library when it is read: a sample of that counter
  // would miss what is counted meanwhile.
  const counted = new Map<string, { -readonly [K in keyof CountedRequests]: CountedRequests[K] }>()
  const durations = Array.from({ length: spans }, () => 0)
  let auditLook: AuditLook | null = null
  return {
    observe(
      call: string,
      deployment: string,
      status: number,
      seconds: number,
      code: string | null = null,
    ) {
      const key = `${call} ${deployment} ${status} ${code}`
      const row = counted.get(key)
      if (row === undefined) counted.set(key, { call, deployment, status, code, count: 1 })
      else row.count += 1
      made.durations.observe({ call }, seconds)
      const span = spanOf(seconds)
      if (call !== noCall) durations[span] = (durations[span] ?? 0) + 1
    },
    countMail: (outcome: 'sent' | 'deferred' | 'undeliverable') => made.mails.inc({ outcome }),
    countWebhookFailure: (client: string) => made.webhookFailures.inc({ client }),
    countPageFailure: (labels: Record<(typeof pageFailureLabels)[number], string>) =>
      pageFailures.inc(labels),
    countBreachedUnreachable: () => made.breachedUnreachable.inc(),
    countErasureLogFailure: () => made.erasureLogFailures.inc(),
    setErasureLogMissing: (lines: number) => made.erasureLogMissing.set(lines),
    setAuditLook(look: AuditLook) {
      auditLook = look
      made.auditChainsBroken.set(look.broken.length)
    },
    auditLook: () => auditLook,
    /** Sets how many players belong to each deployment without a file. */
    setDeploymentsWithoutFile(counts: ReadonlyMap<string, number>) {
      made.withoutFile.reset()
      for (const [deployment, players] of counts) made.withoutFile.set({ deployment }, players)
    },
    setClockDifference: (seconds: number) => made.clockDifference.set(seconds),
    countMaintenanceFailure: () => made.maintenanceFailures.inc(),
    /** Counts unique values that the sweep changed, by the reason. */
    countSweptLookUps: (what: 'over' | 'orphaned' | 'missing', count: number) =>
      made.uniqueValues.inc({ what }, count),
    countSecurityEvent: (event: SecurityEvent) => made.security.inc({ event }),
    /** The answered calls since the start. */
    countedRequests: (): readonly CountedRequests[] =>
      [...counted.values()].map((row) => ({ ...row })),
    /** The calls since the start by how long they took. */
    countedDurations: (): readonly number[] => [...durations],
    contentType: register.contentType,
    /** The metrics in the text format of Prometheus. */
    read() {
      made.requests.reset()
      for (const { call, deployment, status, count } of counted.values()) {
        made.requests.inc({ call, deployment, status }, count)
      }
      return register.metrics()
    },
    close() {
      stopCounting()
      unsubscribe(outboundCalls, onOutbound)
    },
  }
}

function countersOf(register: Registry) {
  return <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers: [register] })
}

/** Counters of failures that no answer shows. */
function createFailureCounters(register: Registry) {
  const counter = countersOf(register)
  return {
    webhookFailures: counter(
      'gatehouse_webhook_failures_total',
      'Account events that a client did not accept; they are repeated for a day.',
      'client',
    ),
    breachedUnreachable: counter(
      'gatehouse_breached_unreachable_total',
      'Passwords that were not looked up in data leaks, because the service was out of reach.',
    ),
    erasureLogFailures: counter(
      'gatehouse_erasure_log_failures_total',
      'Times that the erasure log could not be written.',
    ),
  }
}

function createInstruments(register: Registry) {
  const registers = [register]
  const counter = countersOf(register)
  const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({ name, help, labelNames, registers })
  const histogram = (name: string, help: string, label: string, buckets: number[]) =>
    new Histogram({ name, help, labelNames: [label], buckets, registers })
  return {
    ...createFailureCounters(register),
    requests: counter(
      'gatehouse_requests_total',
      'Answered calls.',
      'call',
      'deployment',
      'status',
    ),
    durations: histogram(
      'gatehouse_request_seconds',
      'Time from request to answer.',
      'call',
      [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    ),
    mails: counter('gatehouse_mails_total', 'Mails that were tried, by outcome.', 'outcome'),
    erasureLogMissing: gauge(
      'gatehouse_erasure_log_missing_lines',
      'Erasures and withdrawals that the erasure log does not have yet.',
    ),
    auditChainsBroken: gauge(
      'gatehouse_audit_chain_broken',
      'Chains of the audit log that were changed past the server, at its last look.',
    ),
    withoutFile: gauge(
      'gatehouse_deployments_without_file',
      'Players, counted up to 10,000, of deployments that have no file.',
      'deployment',
    ),
    clockDifference: gauge(
      'gatehouse_clock_difference_seconds',
      'Seconds that the clock of this server is ahead of the database’s.',
    ),
    maintenanceFailures: counter(
      'gatehouse_maintenance_failures_total',
      'Hours in which a part of the maintenance failed.',
    ),
    uniqueValues: counter(
      'gatehouse_unique_values_reconciled_total',
      'Unique values that had expired, had no player, or were missing.',
      'what',
    ),
    security: counter('gatehouse_security_events_total', 'Lines of the security log.', 'event'),
    retries: counter(
      'gatehouse_transaction_retries_total',
      'Transactions that were retried after a conflict, by PostgreSQL’s code.',
      'code',
    ),
    services: counter(
      'gatehouse_service_requests_total',
      'Requests to outside services, by success.',
      'service',
      'outcome',
    ),
    serviceSeconds: histogram(
      'gatehouse_service_seconds',
      'Response time of outside services.',
      'service',
      [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    ),
  }
}

/** Registers the gauges whose values are read at each scrape. */
function watchState(register: Registry, watched: Watched): void {
  const registers = [register]
  const watch = (name: string, help: string, read: () => number | Promise<number>) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        this.set(await read())
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
  watch('gatehouse_log_lines_dropped', 'Log lines lost since the start.', watched.linesDropped)
  watchEach(
    'gatehouse_database_refuses_writes',
    '1 while the database takes no writes, by the reason.',
    'reason',
    watched.writeRefusals,
  )
  watchEach(
    'gatehouse_database_worker_unreachable',
    '1 while a machine of a database that is spread does not answer: its players are refused.',
    'worker',
    watched.lostWorkers,
  )
  watchEach(
    'gatehouse_database_connections',
    'Connections to the database, and requests that wait for one.',
    'state',
    () => Object.entries(watched.connections()),
  )
  watchEach(
    'gatehouse_queue_look_age_seconds',
    'Time since the slowest worker of a queue completed a poll.',
    'queue',
    watched.pollAges,
  )
  watchEach('gatehouse_jobs_waiting', 'Jobs that are not done.', 'queue', async () =>
    (await queues()).map(({ queue, waiting }) => [queue, waiting]),
  )
  watch('gatehouse_mails_given_up', 'Mails that wait until somebody retries or drops them.', () =>
    watched.mailsGivenUp().catch(() => 0),
  )
  watchEach('gatehouse_job_oldest_seconds', 'Age of the oldest of them.', 'queue', async () =>
    (await queues()).map(({ queue, oldest }) => [queue, oldest]),
  )
}

/** Values by their label. */
type Read = Iterable<readonly [string, number]>
