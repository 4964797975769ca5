import type { ApiError, ErrorPlace } from '../../platform/apiError.ts'
import { after, type Clock, secondsUntil } from '../../platform/clock.ts'
import {
  countAttempt,
  type Counted,
  countTwoAttempts,
  readAttempt,
  refundAttempts,
  shortenWindow,
} from '../../database/auth/attempts.ts'
import type { Database } from '../../database/pool/openDatabase.ts'
import type { Deployment } from '../../deployments/deployments.ts'
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
export type RateLimiter = ReturnType<typeof createRateLimiter>

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

type Named = Pick<Deployment, 'name'>

/**
 * A rate limiter over the database. Switched off it allows everything; players of an unlimited network
 * pass every limit that counts by address. Never call it in a transaction.
 */
export function createRateLimiter(
  database: Database,
  clock: Clock,
  settings: Pick<Settings, 'LIMITS' | 'LIMITS_BY_ADDRESS' | 'UNLIMITED_NETWORKS'>,
) {
  const limits = limitsOf(settings)
  const isOff = !settings.LIMITS
  const isUnlimited = inNetworks(settings.UNLIMITED_NETWORKS)
  const endOf = (limit: LimitName, now: Date) => after(now, limits[limit].seconds)
  const admissionOf = (limit: LimitName, counted: Counted, now: Date): Admission =>
    counted.count <= limits[limit].max
      ? admitted
      : { isAdmitted: false, limit, retryAfter: secondsUntil(counted.resets_at, now) }
  return {
    /** Counts an attempt of `subject` and returns whether it is allowed. */
    async consume({ name }: Named, limit: LimitName, subject: string): Promise<Admission> {
      if (isOff || (isByAddress(limit) && isUnlimited(subject))) return admitted
      const now = clock.now()
      const ends = endOf(limit, now)
      return admissionOf(limit, await countAttempt(database, name, limit, subject, now, ends), now)
    },
    /** The same for two limits: an attempt over the first one does not count against the second. */
    async consumeBoth(
      { name }: Named,
      [limit, subject]: Limited,
      [otherLimit, otherSubject]: Limited,
    ): Promise<Admission> {
      if (isOff) return admitted
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
    /**
     * Reads the attempts so far, and the seconds until a full limit begins again, without counting. A
     * clock that was put back lengthens none.
     */
    async read({ name }: Named, limited: readonly Limited[]) {
      if (isOff) return limited.map(() => ({ count: 0, retryAfter: null }))
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
    /** Takes back the last attempt, or all that were counted with its first limit. */
    async refund({ name }: Named, attempts: readonly Limited[], how: 'all' | 'one') {
      if (!isOff) await refundAttempts(database, name, attempts, how)
    },
  } as const
}
