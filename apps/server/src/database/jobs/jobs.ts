import { logEvent } from '../../platform/observability/events.ts'
import type { FastifyBaseLogger } from 'fastify'
import { fromKysely, type JobResult, PgBoss, type WipData } from 'pg-boss'
import { sql } from 'kysely'
import type { Database } from '../pool/openDatabase.ts'
import { countMails, nameOfRank } from '../operations/mailStatements.ts'
import type { Executor } from '../schema/executor.ts'
import type { QueueState } from '../../platform/observability/metrics.ts'
import { SettingsError } from '../../platform/config/settings.ts'
import { clock } from '../../platform/clock.ts'
import { orderedId } from '../../platform/crypto/orderedId.ts'
import { randomUUID } from '../../platform/crypto/random.ts'
import { inTrace } from '../../platform/observability/tracing.ts'
import { type RepeatedTask, Scheduler } from '../../platform/scheduler.ts'
import { takeOverPosts } from './earlierPosts.ts'

const minute = 60
const hour = 60 * minute

/** Seconds in which a job is done, or was tried. */
const jobWithin = 2 * minute

/** Seconds between two signs of life: a database that hesitates makes two of three late at most. */
const signOfLife = 3

/**
 * A running job has a lease: without a renewal for so many seconds its server is gone, and the job
 * is free again. It is the minimum of pg-boss. Each job has it, because a queue keeps what it
 * was made with.
 */
const lease = { heartbeatSeconds: 10 }

/** Seconds between two looks for jobs whose server is gone, by one server of all. */
const leaseLook = 5

/**
 * Seconds without a completed look at the queue after which a worker is stuck; it looks every five.
 */
export const stuckAfter = 20

/** A job that talks to another system is tried for a day, with growing pauses. */
const untilTomorrow = {
  notify: true,
  retryLimit: 30,
  // Five seconds, then twice as long each time: most outside failures are short.
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: hour,
  expireInSeconds: jobWithin,
  retentionSeconds: 24 * hour,
  deleteAfterSeconds: hour,
}

/** One job waits or runs at a time; when its server dies in a run, another one begins it again. */
const onePerCluster = {
  policy: 'exclusive',
  retryLimit: 3,
  expireInSeconds: 55 * minute,
  retentionSeconds: hour,
  deleteAfterSeconds: hour,
}

/** Each run of a schedule has these, whatever its queue was made with. */
const ofRun = { ...lease, retryLimit: onePerCluster.retryLimit }

/**
 * How jobs are taken. Each worker is woken by each job, and each look costs a statement: two
 * workers with several jobs at a time, so that one receiver who is slow does not hold up the
 * others.
 */
const work = {
  // No worker is notified of a job after its pause: it waits for the next poll.
  pollingIntervalSeconds: 1,
  notifyPollingIntervalSeconds: 5,
  localConcurrency: 2,
  batchSize: 4,
  heartbeatRefreshSeconds: signOfLife,
  // After an outage the backlog runs batch after batch, not one batch per poll.
  burstWhenBatchFull: true,
  perJobResults: true,
} as const

/** The deployment and the player of a job. */
export interface JobOwner {
  readonly deployment: string
  /** 0 without a player. */
  readonly playerId: number
}

/** Jobs of one kind. */
export interface Queue<Job extends object> {
  /** Posts a job in a transaction: it is done if that commits, at once or after so many seconds, or never. */
  readonly post: (transaction: Executor, job: Job, afterSeconds?: number) => Promise<void>
  /** Posts many by one statement, to be done at once. */
  readonly postMany: (transaction: Executor, jobs: readonly Job[]) => Promise<void>
  /** Begins to do the jobs as they come. */
  readonly start: () => Promise<void>
}

/** A worker that looks for what is due by itself. */
export interface Watched {
  /** Seconds since a look was completed; null before its start. */
  readonly secondsSincePoll: () => number | null
}

/** Jobs in the same database, handed to pg-boss in the transaction of their cause. */
export class Jobs {
  readonly boss: PgBoss
  readonly #database: Database
  readonly #log: FastifyBaseLogger
  readonly #scheduler: Scheduler
  /** The queues whose jobs this process does. */
  readonly #begun = new Set<string>()
  readonly #watched = new Map<string, Watched>()
  #takingOver: RepeatedTask | null = null

  private constructor(
    boss: PgBoss,
    database: Database,
    log: FastifyBaseLogger,
    scheduler: Scheduler,
  ) {
    this.boss = boss
    this.#database = database
    this.#log = log
    this.#scheduler = scheduler
  }

  /**
   * Starts the job queue; with `schedules`, this process also looks for scheduled jobs that are
   * due. Makes or changes the queue's tables, or without `migrates` refuses older ones by a
   * SettingsError.
   */
  static async open(
    database: Database,
    log: FastifyBaseLogger,
    { schedules = false, migrates = true, scheduler = new Scheduler() } = {},
  ): Promise<Jobs> {
    const options = { schedule: schedules, migrate: migrates, useListenNotify: true }
    const looks = { superviseIntervalSeconds: leaseLook, monitorIntervalSeconds: leaseLook }
    const boss = new PgBoss({ ...database.jobs, ...options, ...looks })
    boss.on('error', (error) => logEvent(log, 'job.queue_error', { err: error }))
    try {
      await boss.start()
    } catch (error) {
      // It has begun some of its work.
      await boss.stop({ graceful: false }).catch(() => undefined)
      if (migrates || !/not installed|migrations/.test((error as Error).message)) throw error
      throw new SettingsError(
        'The tables of the job queue are older than this version. This command changes no tables: run `gatehouse migrate`, or start a server of this version.',
        { cause: error },
      )
    }
    return new Jobs(boss, database, log, scheduler)
  }

  /**
   * Opens a queue, and makes it unless it is there; `run` does a job, or throws to try it again. Each
   * worker does some jobs at a time.
   */
  async openQueue<Job extends object>(
    name: string,
    run: (job: Job, id: string) => Promise<void>,
    { workers = work.localConcurrency }: { readonly workers?: number } = {},
  ): Promise<Queue<Job>> {
    const { boss } = this
    await this.prepareQueue(name)
    // Any call on the queue makes its settings known here. The first one must not come from within
    // a transaction: it would ask for them on the one connection that PGlite has, and wait for
    // ever.
    await boss.cancel(name, randomUUID())
    const postMany = async (
      transaction: Executor,
      jobs: readonly Job[],
      afterSeconds = 0,
    ): Promise<void> => {
      if (jobs.length === 0) return
      const now = clock.now()
      const posts = jobs.map((data) => ({
        id: orderedId(now),
        data,
        startAfter: afterSeconds,
        ...lease,
      }))
      await boss.insert(name, posts, { db: fromKysely(transaction) })
    }
    return {
      post: (transaction, job, afterSeconds) => postMany(transaction, [job], afterSeconds),
      postMany,
      start: async () => {
        const options = { ...work, localConcurrency: workers }
        await boss.work<Job, unknown, typeof options>(name, options, (jobs) =>
          Promise.all(
            jobs.map(({ data, id }) =>
              resultOf(
                id,
                inTrace(`job ${name}`, () => run(data, id)),
              ),
            ),
          ),
        )
        this.#begun.add(name)
        this.#takeOver()
      },
    }
  }

  /** Begins to take over what servers of an earlier version leave in their outbox. */
  #takeOver(): void {
    this.#takingOver ??= this.#scheduler.begin({
      pause: 5000,
      run: () => takeOverPosts(this.#database.kysely, this.boss, [...this.#begun]),
      onError: (error) => logEvent(this.#log, 'job.queue_error', { err: error }),
    })
  }

  /**
   * Runs something by a schedule (cron, UTC) on one of the servers at a time. A run that was due
   * while every server was down is made up for once.
   */
  async runOnSchedule(name: string, cron: string, run: () => Promise<unknown>): Promise<void> {
    await this.prepareQueue(name, onePerCluster.policy)
    await this.boss.schedule(name, cron, null, { missed: 'once', ...ofRun })
    const options = { pollingIntervalSeconds: 30, heartbeatRefreshSeconds: signOfLife }
    await this.boss.work(name, options, () => inTrace(`job ${name}`, run))
  }

  /** Makes a queue of a policy unless it is there. */
  prepareQueue(name: string, policy = 'standard'): Promise<void> {
    return this.boss.createQueue(name, policy === 'exclusive' ? onePerCluster : untilTomorrow)
  }

  /**
   * Seconds since the slowest worker of each queue that this process works on completed a look at
   * it. Time in which a job runs is left out.
   */
  pollAges(): ReadonlyMap<string, number> {
    const ages = new Map([...this.#begun].map((name) => [name, 0]))
    for (const worker of this.boss.getWipData()) {
      const before = ages.get(worker.name)
      if (before !== undefined) ages.set(worker.name, Math.max(before, secondsSincePoll(worker)))
    }
    for (const [name, worker] of this.#watched) {
      const age = worker.secondsSincePoll()
      if (age !== null) ages.set(name, age)
    }
    return ages
  }

  /** Watches another worker beside those of the queues. */
  watch(name: string, worker: Watched): void {
    this.#watched.set(name, worker)
  }

  /**
   * The queues of which a worker is stuck: its jobs wait although the database may answer others.
   */
  stuckQueues(): readonly string[] {
    return [...this.pollAges()].filter(([, age]) => age > stuckAfter).map(([name]) => name)
  }

  /** The jobs that wait before every queue, without those for a later moment, and the mails of each rank. */
  async states(): Promise<readonly QueueState[]> {
    const { kysely } = this.#database
    const { rows } = await sql<QueueState>`
      select queue.name as queue,
        count(job.id)::int as waiting,
        coalesce(extract(epoch from now() - min(
          case job.state when 'created' then job.start_after else job.created_on end)), 0)::float as oldest
      from pgboss.queue
      left join pgboss.job on job.name = queue.name and job.state < 'completed'
        and (job.state <> 'created' or job.start_after <= now())
      where queue.name not like '\\_\\_%'
      group by queue.name`.execute(kysely)
    const states = new Map(rows.map((state) => [state.queue, state]))
    const add = (queue: string, waiting: number, since: Date) => {
      const of = states.get(queue) ?? { queue, waiting: 0, oldest: 0 }
      const age = Math.max(0, (clock.now().getTime() - since.getTime()) / 1000)
      const oldest = Math.max(of.oldest, age)
      states.set(queue, { queue, waiting: of.waiting + waiting, oldest })
    }
    const mails = await countMails(kysely)
    for (const rank of [1, 2, 3] as const) {
      const of = mails.waiting.find((each) => each.rank === rank)
      add(nameOfRank[rank], of?.count ?? 0, of?.since ?? clock.now())
    }
    return [...states.values()]
  }

  async stop(): Promise<void> {
    await this.#takingOver?.end()
    await this.boss.stop({ graceful: true, timeout: 5000 })
  }
}

/** The outcome of a job: one that throws is tried again, whatever the others of its batch do. */
async function resultOf(id: string, run: Promise<void>): Promise<JobResult> {
  try {
    await run
    return { id, status: 'completed' }
  } catch (error) {
    return { id, status: 'failed', output: error }
  }
}

/**
 * Seconds since a worker completed a look at its queue or, at the latest, had to be done with its
 * job.
 */
function secondsSincePoll(worker: WipData): number {
  const { createdOn, lastFetchedOn, lastJobStartedOn, lastJobEndedOn, lastErrorOn } = worker
  const ended = Math.max(lastJobEndedOn ?? 0, lastErrorOn ?? 0)
  const isRunning = lastJobStartedOn !== null && ended < lastJobStartedOn
  const last = isRunning
    ? lastJobStartedOn + jobWithin * 1000
    : Math.max(createdOn, lastFetchedOn ?? 0, lastJobEndedOn ?? 0)
  return Math.max(0, (clock.now().getTime() - last) / 1000)
}
