import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

export interface Metrics {
  readonly observe: (call: string, status: number, seconds: number) => void
  /** Counts a mail that was tried, by what became of it. */
  readonly countMail: (outcome: 'sent' | 'put off' | 'undeliverable') => void
  /** Counts what a site was to hear of an account and did not; it is told again. */
  readonly countNotTold: (site: string) => void
  readonly contentType: string
  /** The metrics in the text format of Prometheus. */
  readonly read: () => Promise<string>
}

/** Counts requests by call and status, measures them, and watches the hash queue and the log. */
export function createMetrics(hashesWaiting: () => number, linesDropped: () => number): Metrics {
  const register = new Registry()
  collectDefaultMetrics({ register })
  const requests = new Counter({
    name: 'gatehouse_requests_total',
    help: 'Answered calls.',
    labelNames: ['call', 'status'],
    registers: [register],
  })
  const durations = new Histogram({
    name: 'gatehouse_request_seconds',
    help: 'Time from request to answer.',
    labelNames: ['call'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [register],
  })
  const mails = new Counter({
    name: 'gatehouse_mails_total',
    help: 'Mails that were tried, by what became of them.',
    labelNames: ['outcome'],
    registers: [register],
  })
  const notTold = new Counter({
    name: 'gatehouse_sites_not_told_total',
    help: 'Events of accounts that a site did not take; they are told again for a day.',
    labelNames: ['site'],
    registers: [register],
  })
  register.registerMetric(
    new Gauge({
      name: 'gatehouse_hashes_waiting',
      help: 'Password hashes that wait for a core.',
      registers: [],
      collect() {
        this.set(hashesWaiting())
      },
    }),
  )
  register.registerMetric(
    new Gauge({
      name: 'gatehouse_log_lines_dropped',
      help: 'Lines since the start that the log could not take.',
      registers: [],
      collect() {
        this.set(linesDropped())
      },
    }),
  )
  return {
    observe(call, status, seconds) {
      requests.inc({ call, status })
      durations.observe({ call }, seconds)
    },
    countNotTold: (site) => notTold.inc({ site }),
    countMail: (outcome) => mails.inc({ outcome }),
    contentType: register.contentType,
    read: () => register.metrics(),
  }
}
