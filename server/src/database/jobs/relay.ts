import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { fromKysely, type PgBoss } from 'pg-boss'
import { clock } from '../../platform/clock.ts'
import type { RepeatedTask, Scheduler } from '../../platform/scheduler.ts'
import { logEvent } from '../../platform/observability/events.ts'
import { inTransaction } from '../transactions/inTransaction.ts'
import type { Database } from '../pool/openDatabase.ts'

/** Rows that go in one transaction. */
const batch = 100

/** Milliseconds between two looks without a call: rows of a process that died wait this long. */
const everySecond = 1000

/** Milliseconds in which a row that the job queue did not take stays out of the way of others. */
const setAsideFor = 60_000

/**
 * A running job has a lease: without a renewal for so many seconds its server is gone, and the job
 * is free again. It is the minimum of pg-boss. Each job has it, because a queue keeps what it
 * was made with.
 */
export const lease = { heartbeatSeconds: 10 }

interface Key {
  readonly deployment: string
  readonly player_id: number
  readonly id: string
}

/**
 * Hands rows that transactions have written into the table `outbox` to the job queue, once: one
 * transaction deletes a row and hands its job over. Any number of relays may work side by side.
 */
export class Relay {
  readonly #database: Database
  readonly #boss: PgBoss
  readonly #log: FastifyBaseLogger
  /** True when the rows of a queue wait for those of all others. */
  readonly #queues = new Map<string, boolean>()
  /** Ids of refused rows, and until when they are left alone, in milliseconds. */
  readonly #quarantined = new Map<string, number>()
  #looks: RepeatedTask | null = null
  #lookedAt = clock.now()
  #isStopped = false

  constructor(database: Database, boss: PgBoss, log: FastifyBaseLogger) {
    this.#database = database
    this.#boss = boss
    this.#log = log
  }

  /**
   * Takes the rows of a queue along, which pg-boss must know by now. The rows of others, such as
   * the queues of a newer version, wait for a process that has them.
   */
  take(queue: string, { isLast }: { readonly isLast: boolean }): void {
    this.#queues.set(queue, isLast)
  }

  /** Looks at once, or again after the look that is under way. */
  readonly wake = (): void => this.#looks?.wake()

  /** Begins to look: when woken, and every second. */
  start(scheduler: Scheduler): void {
    if (this.#looks !== null) return
    this.#lookedAt = clock.now()
    this.#looks = scheduler.begin({
      pause: everySecond,
      run: () => this.handOver(),
      onError: this.#logFailure,
    })
  }

  /** Looks once more. Rows that are posted later wait for another process. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#looks?.end()
    if (this.#looks !== null) await this.handOver().catch(this.#logFailure)
  }

  /** Seconds since a look was completed; null before the start. */
  secondsSincePoll(): number | null {
    if (this.#looks === null) return null
    return Math.max(0, (clock.now().getTime() - this.#lookedAt.getTime()) / 1000)
  }

  /**
   * Hands over what waits now, in the order in which it was posted; answers how many jobs that
   * were.
   */
  async handOver(): Promise<number> {
    let count = 0
    for (;;) {
      const keys = await this.#read()
      count += await this.#move(keys)
      this.#lookedAt = clock.now()
      if (keys.length < batch || this.#isStopped) return count
    }
  }

  readonly #logFailure = (error: unknown): void =>
    logEvent(this.#log, 'outbox.relay_failed', { err: error })

  /** The keys alone, without a lock: another relay may be faster. */
  async #read(): Promise<readonly Key[]> {
    if (this.#queues.size === 0) return []
    const now = clock.now().getTime()
    for (const [id, until] of this.#quarantined) if (until <= now) this.#quarantined.delete(id)
    const { kysely } = this.#database
    const left = [...this.#quarantined.keys()]
    const of = (isLast: boolean) =>
      [...this.#queues].filter(([, is]) => is === isLast).map(([name]) => name)
    const oldestOf = (isLast: boolean) =>
      kysely
        .selectFrom('outbox')
        .select(['deployment', 'player_id', 'id', sql.lit(isLast).as('isLast')])
        .where('queue', 'in', of(isLast))
        .$if(left.length > 0, (rows) => rows.where('id', 'not in', left))
        .orderBy('created_at')
        .orderBy('id')
        .limit(batch)
    const rows = await kysely
      .selectFrom(oldestOf(false).as('first'))
      .selectAll()
      .unionAll(kysely.selectFrom(oldestOf(true).as('last')).selectAll())
      .execute()
    return rows.toSorted((a, b) => Number(a.isLast) - Number(b.isLast)).slice(0, batch)
  }

  async #move(keys: readonly Key[]): Promise<number> {
    if (keys.length === 0) return 0
    try {
      return await this.#moveTogether(keys)
    } catch (error) {
      if (!isOfRow(error)) throw error
    }
    let count = 0
    for (const key of keys) {
      try {
        count += await this.#moveTogether([key])
      } catch (error) {
        if (!isOfRow(error)) throw error
        this.#quarantined.set(key.id, clock.now().getTime() + setAsideFor)
        logEvent(this.#log, 'outbox.job_rejected', { id: key.id, err: error })
      }
    }
    return count
  }

  #moveTogether(keys: readonly Key[]): Promise<number> {
    const order = new Map(keys.map(({ id }, place) => [id, place]))
    return inTransaction(this.#database.kysely, async (transaction) => {
      const rows = await transaction
        .deleteFrom('outbox')
        .where((eb) =>
          eb(
            eb.refTuple('deployment', 'player_id', 'id'),
            'in',
            keys.map((key) => eb.tuple(key.deployment, key.player_id, key.id)),
          ),
        )
        .returning(['id', 'queue', 'job', 'due_at'])
        .execute()
      const now = clock.now().getTime()
      const jobs = rows
        .toSorted((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0))
        .map(({ id, queue, job, due_at: dueAt }, place) => {
          const seconds = (dueAt.getTime() - now) / 1000
          // They arrive at one moment: milliseconds before it keep their order.
          const startAfter = seconds > 0 ? seconds : (place - rows.length) / 1000
          return { id, queue, data: job, startAfter }
        })
      // On PGlite anything but the transaction's own connection would wait for ever.
      const db = fromKysely(transaction)
      for (const name of this.#queues.keys()) {
        const own = jobs
          .filter(({ queue }) => queue === name)
          .map(({ id, data, startAfter }) => ({ id, data, startAfter, ...lease }))
        if (own.length > 0) await this.#boss.insert(name, own, { db })
      }
      return rows.length
    })
  }
}

/**
 * True when a row is at fault: its data, a constraint, a limit or a trigger of the job queue's
 * table.
 */
function isOfRow(error: unknown): boolean {
  const { code = '' } = (error ?? {}) as { readonly code?: unknown }
  return /^(?:22|23|54|P0)/.test(String(code))
}
