import type { ApiError, ErrorPlace } from '../../platform/apiError.ts'
import { after, type Clock } from '../../platform/clock.ts'
import {
  countAttempt,
  type Counted,
  countTwoAttempts,
  readAttempt,
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

/** Refuses one more attempt with the limit, and the seconds until the next one. */
export type Admission =
  | { readonly isAdmitted: true }
  | { readonly isAdmitted: false; readonly limit: LimitName; readonly retryAfter: number }

/** A limit and the subject that it counts. */
export type Limited = readonly [limit: LimitName, subject: string]

/** Counts attempts against the table of limits; the counters live in the database. */
export interface RateLimiter {
  /** Counts an attempt of `subject` and returns whether it is allowed. Never call it in a transaction. */
  readonly consume: (
    deployment: Pick<Deployment, 'name'>,
    limit: LimitName,
    subject: string,
  ) => Promise<Admission>
  /** The same for two limits: an attempt over the first one does not count against the second. */
  readonly consumeBoth: (deployment: Deployment, one: Limited, other: Limited) => Promise<Admission>
  /**
   * Reads the attempts so far, and the seconds until a full limit begins again, without counting. A
   * clock that was put back lengthens none.
   */
  readonly read: (
    deployment: Pick<Deployment, 'name'>,
    limited: readonly Limited[],
  ) => Promise<readonly { readonly count: number; readonly retryAfter: number | null }[]>
  /** Takes back the last attempt, or all that were counted with its first limit. */
  readonly refund: (
    deployment: Deployment,
    attempts: readonly Limited[],
    how: 'all' | 'one',
  ) => Promise<void>
}

export interface LimitContext {
  readonly deployment: Deployment
  readonly services: { readonly rateLimiter: RateLimiter }
  /** Of a call whose row has the refusal. */
  readonly refuse: (code: 'ERROR_TOO_MANY_ATTEMPTS', place: ErrorPlace) => ApiError
}

/** Counts an attempt; beyond the limit it refuses with ERROR_TOO_MANY_ATTEMPTS. Never in a transaction. */
export async function consumeOrRefuse(
  { deployment, services, refuse }: LimitContext,
  limit: LimitName,
  subject: string,
): Promise<void> {
  const admission = await services.rateLimiter.consume(deployment, limit, subject)
  if (!admission.isAdmitted) throw refuse('ERROR_TOO_MANY_ATTEMPTS', admission)
}

const admitted: Admission = { isAdmitted: true }

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
  const endOf = (limit: LimitName, now: Date) => after(now, limits[limit].seconds)
  const admissionOf = (limit: LimitName, counted: Counted, now: Date): Admission =>
    counted.count <= limits[limit].max
      ? admitted
      : { isAdmitted: false, limit, retryAfter: secondsUntil(counted.resets_at, now) }
  return {
    async consume({ name }, limit, subject) {
      if (isByAddress(limit) && isUnlimited(subject)) return admitted
      const now = clock.now()
      const ends = endOf(limit, now)
      return admissionOf(limit, await countAttempt(database, name, limit, subject, now, ends), now)
    },
    async consumeBoth({ name }, [limit, subject], [otherLimit, otherSubject]) {
      const now = clock.now()
      const [one, other] = await countTwoAttempts(
        database,
        name,
        now,
        { kind: limit, subject, max: limits[limit].max, resetsAt: endOf(limit, now) },
        { kind: otherLimit, subject: otherSubject, resetsAt: endOf(otherLimit, now) },
      )
      return other === null ? admissionOf(limit, one, now) : admissionOf(otherLimit, other, now)
    },
    async read({ name }, limited) {
      const now = clock.now()
      return Promise.all(
        limited.map(async ([limit, subject]) => {
          const found = await readAttempt(database, name, [limit, subject], now)
          const { count = 0, resets_at: resetsAt = now } = found ?? {}
          const latest = endOf(limit, now)
          // Of a full limit nothing is counted, which would shorten the window like any other.
          if (resetsAt > latest) await shortenWindow(database, name, [limit, subject], latest)
          const ends = resetsAt > latest ? latest : resetsAt
          const isFull = count >= limits[limit].max
          return { count, retryAfter: isFull ? secondsUntil(ends, now) : null }
        }),
      )
    },
    refund: ({ name }, attempts, how) => refundAttempts(database, name, attempts, how),
  }
}

function secondsUntil(end: Date, now: Date): number {
  return Math.max(1, Math.ceil((end.getTime() - now.getTime()) / 1000))
}
