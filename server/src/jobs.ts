import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { fromKysely, PgBoss } from 'pg-boss'
import type { Database, Executor } from './database/open.ts'

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

/** Jobs in the same database: part of a transaction, done if it commits, and never otherwise. */
export class Jobs {
  readonly boss: PgBoss

  private constructor(boss: PgBoss) {
    this.boss = boss
  }

  static async open(database: Database, log: FastifyBaseLogger): Promise<Jobs> {
    const boss = new PgBoss({ ...database.jobs, schedule: false, useListenNotify: true })
    boss.on('error', (error) => log.error({ err: error }, 'jobs'))
    await boss.start()
    return new Jobs(boss)
  }

  /** Makes a queue unless it is there. */
  async makeQueue(queue: string): Promise<void> {
    await this.boss.createQueue(queue, untilTomorrow)
    // Any call on the queue makes its settings known here. The first one must not come from within a
    // transaction: it would ask for them on the one connection that PGlite has, and wait for ever.
    await this.boss.cancel(queue, randomUUID())
  }

  /** Puts a job into the transaction. */
  async post(transaction: Executor, queue: string, job: object): Promise<void> {
    // On PGlite anything but the transaction's own connection would wait for ever.
    await this.boss.send(queue, job, { db: fromKysely(transaction) })
  }

  /** Does what waits now, in the order in which it was posted; answers how many jobs that were. */
  async runWaiting<Job extends object>(
    queue: string,
    run: (job: Job, id: string) => Promise<void>,
  ): Promise<number> {
    const jobs = await this.boss.fetch<Job>(queue, { batchSize: 100, includeMetadata: true })
    const byAge = jobs.toSorted((a, b) => a.createdOn.getTime() - b.createdOn.getTime())
    for (const job of byAge) {
      await run(job.data, job.id)
      await this.boss.complete(queue, job.id)
    }
    return jobs.length
  }

  /** Begins to do the jobs of a queue as they come. */
  async start<Job extends object>(
    queue: string,
    run: (job: Job, id: string) => Promise<void>,
  ): Promise<void> {
    // Several at once: one receiver who is slow does not hold up the others.
    const work = { pollingIntervalSeconds: 1, localConcurrency: 4 }
    await this.boss.work<Job>(queue, work, async (jobs) => {
      for (const { data, id } of jobs) await run(data, id)
    })
  }

  stop(): Promise<void> {
    return this.boss.stop({ graceful: true, timeout: 5000 })
  }
}
