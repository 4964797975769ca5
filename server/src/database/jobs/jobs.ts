import type { FastifyBaseLogger } from 'fastify'
import { fromKysely, PgBoss } from 'pg-boss'
import { sql } from 'kysely'
import type { Database, Executor } from '../connection/openDatabase.ts'
import type { QueueState } from '../../platform/observability/metrics.ts'
import { randomUUID } from '../../platform/crypto/random.ts'
import { inTrace } from '../../platform/observability/tracing.ts'

const minute = 60
const hour = 60 * minute

/** How a job is done that talks to somebody else: for a day, again and again with growing pauses. */
const untilTomorrow = {
  notify: true,
  retryLimit: 30,
  // Five seconds, then twice as long each time: most faults of others are over soon.
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: hour,
  expireInSeconds: 2 * minute,
  retentionSeconds: 24 * hour,
  deleteAfterSeconds: hour,
}

/** Jobs of one kind. */
export interface Queue<Job extends object> {
  /** Puts a job into the transaction. */
  readonly post: (transaction: Executor, job: Job) => Promise<void>
  /** Does what waits now, in the order in which it was posted; answers how many jobs that were. */
  readonly runWaiting: () => Promise<number>
  /** Begins to do the jobs as they come. */
  readonly start: () => Promise<void>
}

/** Jobs in the same database: part of a transaction, done if it commits, and never otherwise. */
export class Jobs {
  readonly boss: PgBoss
  readonly #database: Database

  private constructor(boss: PgBoss, database: Database) {
    this.boss = boss
    this.#database = database
  }

  static async open(database: Database, log: FastifyBaseLogger): Promise<Jobs> {
    const boss = new PgBoss({ ...database.jobs, schedule: false, useListenNotify: true })
    boss.on('error', (error) => log.error({ err: error }, 'jobs'))
    await boss.start()
    return new Jobs(boss, database)
  }

  /** Opens a queue, and makes it unless it is there; `run` does a job, or throws to try it again. */
  async openQueue<Job extends object>(
    name: string,
    run: (job: Job, id: string) => Promise<void>,
  ): Promise<Queue<Job>> {
    const { boss } = this
    await this.prepareQueue(name)
    // Any call on the queue makes its settings known here. The first one must not come from within a
    // transaction: it would ask for them on the one connection that PGlite has, and wait for ever.
    await boss.cancel(name, randomUUID())
    return {
      async post(transaction, job) {
        // On PGlite anything but the transaction's own connection would wait for ever.
        await boss.send(name, job, { db: fromKysely(transaction) })
      },
      async runWaiting() {
        const jobs = await boss.fetch<Job>(name, { batchSize: 100, includeMetadata: true })
        const byAge = jobs.toSorted((a, b) => a.createdOn.getTime() - b.createdOn.getTime())
        for (const job of byAge) {
          await run(job.data, job.id)
          await boss.complete(name, job.id)
        }
        return jobs.length
      },
      async start() {
        // Nobody is notified of a job whose pause is over: it waits for the next look at the queue.
        const work = {
          pollingIntervalSeconds: 1,
          notifyPollingIntervalSeconds: 5,
        }
        const begin = async () => {
          const worker = await boss.work<Job>(name, work, async (jobs) => {
            // What an outage has left behind is done job after job, not one at each look.
            boss.notifyWorker(worker)
            for (const { data, id } of jobs) await inTrace(`job ${name}`, () => run(data, id))
          })
        }
        // Several at once: one receiver who is slow does not hold up the others.
        await Promise.all(Array.from({ length: 4 }, begin))
      },
    }
  }

  /** Makes a queue unless it is there. */
  prepareQueue(name: string): Promise<void> {
    return this.boss.createQueue(name, untilTomorrow)
  }

  /** What every queue has before it. */
  async states(): Promise<readonly QueueState[]> {
    const { rows } = await sql<QueueState>`
      select queue.name as queue,
        count(job.id)::int as waiting,
        coalesce(extract(epoch from now() - min(job.created_on)), 0)::float as oldest
      from pgboss.queue
      left join pgboss.job on job.name = queue.name and job.state < 'completed'
      where queue.name not like '\\_\\_%'
      group by queue.name`.execute(this.#database.kysely)
    return rows
  }

  stop(): Promise<void> {
    return this.boss.stop({ graceful: true, timeout: 5000 })
  }
}
