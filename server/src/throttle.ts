import { after, type Clock } from './clock.ts'
import { countAttempt, forgiveAttempts } from './database/attempts.ts'
import type { Database } from './database/open.ts'
import type { Deployment } from './deployments.ts'
import { type LimitName, limits } from './settings.ts'

/** Whether something may be done once more, and if not, in how many seconds again. */
export type Admission = { readonly isAdmitted: true } | Refused
interface Refused {
  readonly isAdmitted: false
  readonly retryAfter: number
}

/** Counts attempts against the table of limits; the counters are the database's. */
export interface Throttle {
  /** Counts an attempt of `subject` and says whether it may go on. Never call it in a transaction. */
  readonly admit: (deployment: Deployment, limit: LimitName, subject: string) => Promise<Admission>
  /** Takes back the last attempt, or all of them. */
  readonly forgive: (
    deployment: Deployment,
    limit: LimitName,
    subject: string,
    how: 'all' | 'one',
  ) => Promise<void>
}

export const admitted: Admission = { isAdmitted: true }

/** A throttle over the database; switched off it admits everything. */
export function createThrottle(database: Database, clock: Clock, isOn: boolean): Throttle {
  if (!isOn) {
    return { admit: () => Promise.resolve(admitted), forgive: () => Promise.resolve() }
  }
  return {
    async admit({ name }, limit, subject) {
      const { max, seconds } = limits[limit]
      const now = clock.now()
      const ends = after(now, seconds)
      const counted = await countAttempt(database, name, limit, subject, now, ends)
      if (counted.count <= max) return admitted
      const milliseconds = counted.resets_at.getTime() - now.getTime()
      return { isAdmitted: false, retryAfter: Math.max(1, Math.ceil(milliseconds / 1000)) }
    },
    forgive: ({ name }, limit, subject, how) =>
      forgiveAttempts(database, name, limit, subject, how),
  }
}
