import { randomUUID } from 'node:crypto'
import { fromKysely, type Job, PgBoss } from 'pg-boss'
import type { FastifyBaseLogger } from 'fastify'
import type { Database, Executor } from '../database/open.ts'
import type { MailContent } from './layout.ts'
import type { Mail, Mailer } from './mailer.ts'
import { seal, unseal } from './seal.ts'

/**
 * Mails that are part of a transaction: they are sent if it commits, and never otherwise. A mail is
 * tried for a day, again and again with growing pauses.
 */
export interface Outbox {
  /** Puts a mail into the transaction's outbox. */
  readonly post: (transaction: Executor, to: string, content: MailContent) => Promise<void>
  /** Hands over what waits now; answers how many mails were sent. */
  readonly deliverWaiting: () => Promise<number>
  /** Begins to hand mails over as they come. */
  readonly start: () => Promise<void>
  readonly stop: () => Promise<void>
}

interface Sealed {
  readonly sealed: string
}

const queue = 'mail'
const minute = 60
const hour = 60 * minute

const delivery = {
  notify: true,
  retryLimit: 30,
  retryDelay: minute,
  retryBackoff: true,
  retryDelayMax: hour,
  expireInSeconds: 2 * minute,
  retentionSeconds: 24 * hour,
  deleteAfterSeconds: hour,
}

export interface OutboxOptions {
  readonly database: Database
  readonly mailer: Mailer | null
  readonly key: Buffer
  readonly log: FastifyBaseLogger
  /** Domain of the message ids. */
  readonly domain: string
}

/** Opens the outbox: a job queue in the same database. */
export async function openOutbox(options: OutboxOptions): Promise<Outbox> {
  const { database, mailer, key, log, domain } = options
  const boss = new PgBoss({ ...database.jobs, schedule: false, useListenNotify: true })
  boss.on('error', (error) => log.error({ err: error }, 'outbox'))
  await boss.start()
  await boss.createQueue(queue, delivery)

  const deliver = async (job: Job<Sealed>): Promise<void> => {
    if (mailer === null) throw new Error('SMTP_URL is not set.')
    const mail = unseal(job.data.sealed, key) as Mail
    try {
      await mailer.send(mail)
    } catch (error) {
      const { responseCode = 0 } = error as { responseCode?: number }
      if (responseCode < 500) throw error
      // The address does not take mail: trying again would only hurt our name.
      log.warn({ jobId: job.id, responseCode }, 'mail refused for good')
    }
  }

  return {
    async post(transaction, to, content) {
      const mail: Mail = { ...content, to, messageId: `<${randomUUID()}@${domain}>` }
      // On PGlite anything but the transaction's own connection would wait for ever.
      await boss.send(queue, { sealed: seal(mail, key) }, { db: fromKysely(transaction) })
    },
    async deliverWaiting() {
      const jobs = await boss.fetch<Sealed>(queue, { batchSize: 100 })
      for (const job of jobs) {
        await deliver(job)
        await boss.complete(queue, job.id)
      }
      return jobs.length
    },
    async start() {
      if (mailer === null) return
      await boss.work<Sealed>(queue, { pollingIntervalSeconds: 1 }, async (jobs) => {
        for (const job of jobs) await deliver(job)
      })
    },
    stop: () => boss.stop({ graceful: true, timeout: 5000 }),
  }
}
