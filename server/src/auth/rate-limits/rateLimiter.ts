import { after, type Clock } from '../../platform/clock.ts'
import {
  countAttempt,
  type Counted,
  countTwoAttempts,
  readAttempts,
  refundAttempts,
  shortenWindow,
} from '../../database/auth/attempts.ts'
import type { Database } from '../../database/pool/openDatabase.ts'
import type { Deployment } from '../../tenants/deployments.ts'
import { inNetworks } from '../../platform/config/inNetworks.ts'
import {
  isByAddress,
  type LimitName,
  limitsOf,
  type Settings,
} from '../../platform/config/settings.ts'

/** Whether one more attempt is allowed, and if not, the seconds until the next one. */
export type Admission = { readonly isAdmitted: true } | Refused
interface Refused {
  readonly isAdmitted: false
  readonly retryAfter: number
}

/** A limit and the subject that it counts. */
export type Limited = readonly [limit: LimitName, subject: string]

/** The limits that counted an attempt: for a password the account first and then the address. */
export type Attempts = readonly Limited[]

/** How far a limit is used up: the attempts so far, and the seconds until it begins again if it is full. */
export interface Use {
  readonly count: number
  readonly retryAfter: number | null
}

/** Counts attempts against the table of limits; the counters live in the database. */
export interface RateLimiter {
  /**
   * Counts an attempt of `subject` and returns whether it is allowed. Never call it in a
   * transaction.
   */
  readonly consume: (
    deployment: Deployment,
    limit: LimitName,
    subject: string,
  ) => Promise<Admission>
  /**
   * The same for two limits at once: an attempt over the first limit does not count against the
   * second.
   */
  readonly consumeBoth: (deployment: Deployment, one: Limited, other: Limited) => Promise<Admission>
  /** Reads how far limits are used up, without counting. A clock that was put back lengthens none. */
  readonly read: (deployment: Deployment, limited: Attempts) => Promise<readonly Use[]>
  /** Takes back the last attempt, or all that were counted with its first limit. */
  readonly refund: (deployment: Deployment, attempts: Attempts, how: 'all' | 'one') => Promise<void>
}

export const admitted: Admission = { isAdmitted: true }

const unlimited: RateLimiter = {
  consume: () => Promise.resolve(admitted),
  consumeBoth: () => Promise.resolve(admitted),
  read: (_, limited) => Promise.resolve(limited.map(() => ({ count: 0, retryAfter: null }))),
  refund: () => Promise.resolve(),
}

/**
 * A rate limiter over the database. Switched off it allows everything; players of an unlimited network
 * pass every limit that counts by address.
 */
export function createRateLimiter(
  database: Database,
  clock: Clock,
  settings: Pick<Settings, 'LIMITS' | 'LIMITS_BY_ADDRESS' | 'UNLIMITED_NETWORKS'>,
): RateLimiter {
  if (!settings.LIMITS) return unlimited
  const limits = limitsOf(settings)
  const isUnlimited = inNetworks(settings.UNLIMITED_NETWORKS)
  const judge = (limit: LimitName, counted: Counted, now: Date) =>
    admissionOf(limits[limit].max, counted, now)
  return {
    async consume({ name }, limit, subject) {
      if (isByAddress(limit) && isUnlimited(subject)) return admitted
      const now = clock.now()
      const ends = after(now, limits[limit].seconds)
      return judge(limit, await countAttempt(database, name, limit, subject, now, ends), now)
    },
    async consumeBoth({ name }, [limit, subject], [otherLimit, otherSubject]) {
      const now = clock.now()
      const [one, other] = await countTwoAttempts(
        database,
        name,
        now,
        {
          kind: limit,
          subject,
          max: limits[limit].max,
          resetsAt: after(now, limits[limit].seconds),
        },
        {
          kind: otherLimit,
          subject: otherSubject,
          resetsAt: after(now, limits[otherLimit].seconds),
        },
      )
      return other === null ? judge(limit, one, now) : judge(otherLimit, other, now)
    },
    async read({ name }, limited) {
      const now = clock.now()
      const found = await readAttempts(database, name, limited, now)
      return Promise.all(
        limited.map(async ([limit, subject], index) => {
          const { count = 0, resets_at: resetsAt = now } = found[index] ?? {}
          const latest = after(now, limits[limit].seconds)
          // Of a full limit nothing is counted, which would shorten the window like any other.
          if (resetsAt > latest) await shortenWindow(database, name, [limit, subject], latest)
          const ends = resetsAt > latest ? latest : resetsAt
          const isFull = count >= limits[limit].max
          return { count, retryAfter: isFull ? secondsUntil({ resets_at: ends }, now) : null }
        }),
      )
    },
    refund: ({ name }, attempts, how) => refundAttempts(database, name, attempts, how),
  }
}

function admissionOf(max: number, counted: Counted, now: Date): Admission {
  if (counted.count <= max) return admitted
  return { isAdmitted: false, retryAfter: secondsUntil(counted, now) }
}

function secondsUntil({ resets_at: resetsAt }: Pick<Counted, 'resets_at'>, now: Date): number {
  return Math.max(1, Math.ceil((resetsAt.getTime() - now.getTime()) / 1000))
}
