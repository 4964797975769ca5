import type { Clock } from '../platform/clock.ts'
import { type EventLog, logEvent } from '../platform/observability/events.ts'
import type { Task } from '../platform/scheduler.ts'

const minute = 60_000

/** Milliseconds between two checks for a finished minute. */
const pause = 5000

interface Failing {
  /** The failed deliveries since the last line. */
  count: number
  /** The last of them. */
  accountEvent: string
  reason: string
  /** When the last line was written; null before the first one. */
  writtenAt: number | null
}

/**
 * The failed deliveries of each client: one log line at once, then one a minute while they
 * continue. Every server counts its own.
 */
export class WebhookFailures {
  readonly #clock: Clock
  readonly #log: EventLog
  readonly #failing = new Map<string, Failing>()

  constructor(clock: Clock, log: EventLog) {
    this.#clock = clock
    this.#log = log
  }

  /** Counts a failed delivery to a client. */
  note(client: string, accountEvent: string, reason: string): void {
    const { count = 0, writtenAt = null } = this.#failing.get(client) ?? {}
    this.#failing.set(client, { count: count + 1, accountEvent, reason, writtenAt })
    this.report()
  }

  /** Writes the line of each client whose minute has ended. */
  report(): void {
    const now = this.#clock.now().getTime()
    for (const [client, failing] of this.#failing) {
      const { writtenAt, count, accountEvent, reason } = failing
      // The clock may have been set back.
      if (writtenAt !== null && Math.abs(now - writtenAt) < minute) continue
      if (count === 0) {
        this.#failing.delete(client)
        continue
      }
      logEvent(this.#log, 'webhook.delivery_failed', { client, count, accountEvent, reason })
      Object.assign(failing, { count: 0, writtenAt: now })
    }
  }

  /** Writes the lines of clients that no longer failed. */
  get reporting(): Task {
    return {
      pause,
      run: async () => this.report(),
      onError: (error) => logEvent(this.#log, 'process.unhandled_rejection', { err: error }),
    }
  }
}
