import { sql } from 'kysely'
import type { Database } from '../database/pool/openDatabase.ts'
import type { Clock } from '../platform/clock.ts'
import { type EventLog, logEvent } from '../platform/observability/events.ts'
import type { Metrics } from '../platform/observability/metrics.ts'
import type { Task } from '../platform/scheduler.ts'

/** Milliseconds between two looks. */
const pause = 60_000

/** Seconds of difference above which the log says so. */
const tolerated = { warning: 2, error: 30 }

interface ClockServices {
  readonly clock: Clock
  readonly database: Database
  readonly log: EventLog
  readonly metrics: Metrics
}

/**
 * The seconds that a server's clock is ahead of the database's, behind it when negative: compared with
 * the middle of the time in which the database was asked. The half of that time is no difference,
 * because the answer may have been under way as long.
 */
async function compareClocks({ clock, database }: ClockServices): Promise<number> {
  const before = clock.now().getTime()
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(database.kysely)
  const after = clock.now().getTime()
  const there = rows[0]?.at.getTime() ?? Number.NaN
  const ahead = (before + after) / 2 - there
  const sure = Math.max(0, Math.abs(ahead) - Math.abs(after - before) / 2)
  return (Math.sign(ahead) * sure) / 1000
}

/**
 * Compares the clock of this server with the database's, at once and each minute; logs a difference when
 * it begins, grows above the next measure, or falls below it.
 */
export function watchClock(services: ClockServices): Task {
  const { log, metrics } = services
  let known: 'clock.wrong' | 'clock.differs' | null = null
  return {
    pause,
    async run() {
      const seconds = await compareClocks(services)
      metrics.setClockDifference(seconds)
      const size = Math.abs(seconds)
      const now =
        size > tolerated.error ? 'clock.wrong' : size > tolerated.warning ? 'clock.differs' : null
      if (now !== null && now !== known) logEvent(log, now, { seconds })
      known = now
    },
    // Without a database there is nothing to compare with; its calls say so.
    onError: () => undefined,
  }
}
