import { randomUUID } from 'node:crypto'
import { fromKysely, type Job, PgBoss } from 'pg-boss'
import type { FastifyBaseLogger } from 'fastify'
import type { Database, Executor } from '../database/open.ts'
import type { MailContent } from './layout.ts'
import type { Mail, Mailer } from './mailer.ts'
import { derived } from '../secrets.ts'
import { seal, unseal } from '../seal.ts'

/**
 * Mails that are part of a transaction: they are sent if it commits, and never otherwise. A mail is
 * tried for a day, again and again with growing pauses.
 */
export interface Outbox {
  /** Puts a mail of a deployment into the transaction's outbox. */
  readonly post: (
    transaction: Executor,
    deployment: string,
    to: string,
    content: MailContent,
  ) => Promise<void>
  /** Drops what a deployment has for an address in the outbox, waiting or handed over. */
  readonly forget: (transaction: Executor, deployment: string, to: string) => Promise<void>
  /** Hands over what waits now; answers how many mails were sent. */
  readonly deliverWaiting: () => Promise<number>
  /** Begins to hand mails over as they come. */
  readonly start: () => Promise<void>
  readonly stop: () => Promise<void>
}

interface Sealed {
  readonly sealed: string
  /** Tells the mails of one address, and to nobody without the key which address it is. */
  readonly to: string
}

const queue = 'mail'
const minute = 60
const hour = 60 * minute

const delivery = {
  notify: true,
  retryLimit: 30,
  // Five seconds, then twice as long each time: most faults of a mail server are over soon.
  retryDelay: 5,
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
  // Any call on the queue makes its settings known here. The first one must not come from within a
  // transaction: it would ask for them on the one connection that PGlite has, and wait for ever.
  await boss.cancel(queue, randomUUID())

  const markOf = (deployment: string, to: string) =>
    derived(key, 'recipient', `${deployment}\n${to.toLowerCase()}`)

  const deliver = async (job: Job<Sealed>): Promise<void> => {
    if (mailer === null) throw new Error('SMTP_URL is not set.')
    const mail = unseal(job.data.sealed, key) as Mail
    try {
      await mailer.send(mail)
    } catch (error) {
      const { responseCode = 0, code } = error as { responseCode?: number; code?: string }
      // The queue keeps what we throw, and the server's words may name the recipient.
      // oxlint-disable-next-line preserve-caught-error -- see above
      if (responseCode < 500) throw new Error(`SMTP: ${responseCode || (code ?? 'no answer')}`)
      // The address does not take mail: trying again would only hurt our name.
      log.warn({ jobId: job.id, responseCode }, 'mail refused for good')
    }
  }

  return {
    async post(transaction, deployment, to, content) {
      const mail: Mail = { ...content, to, messageId: `<${randomUUID()}@${domain}>` }
      const job: Sealed = { sealed: seal(mail, key), to: markOf(deployment, to) }
      // On PGlite anything but the transaction's own connection would wait for ever.
      await boss.send(queue, job, { db: fromKysely(transaction) })
    },
    async forget(transaction, deployment, to) {
      const db = fromKysely(transaction)
      const jobs = await boss.findJobs(queue, { data: { to: markOf(deployment, to) }, db })
      const ids = jobs.map((job) => job.id)
      if (ids.length > 0) await boss.deleteJob(queue, ids, { db })
    },
    async deliverWaiting() {
      const jobs = await boss.fetch<Sealed>(queue, { batchSize: 100, includeMetadata: true })
      // A batch comes in any order; mails go out as they were written.
      const byAge = jobs.toSorted((a, b) => a.createdOn.getTime() - b.createdOn.getTime())
      for (const job of byAge) {
        await deliver(job)
        await boss.complete(queue, job.id)
      }
      return jobs.length
    },
    async start() {
      if (mailer === null) return
      // Several at once: one address whose server is slow does not hold up the others.
      const work = { pollingIntervalSeconds: 1, localConcurrency: 4 }
      await boss.work<Sealed>(queue, work, async (jobs) => {
        for (const job of jobs) await deliver(job)
      })
    },
    stop: () => boss.stop({ graceful: true, timeout: 5000 }),
  }
}
