import { fromKysely } from 'pg-boss'
import type { Executor } from '../database/schema/executor.ts'
import {
  deletePostedMails,
  listWaitingJobs,
  type WaitingJob,
} from '../database/jobs/waitingJobs.ts'
import type { JobOwner, Jobs } from '../database/jobs/jobs.ts'
import type { MailContent } from './layout.ts'
import { handOver, type HandOverServices, type Letter } from './handOver.ts'
import type { Mail, Mailer } from './mailer.ts'
import { derived } from '../platform/crypto/secrets.ts'
import type { Keys } from '../platform/crypto/serverKey.ts'
import { seal, unseal } from '../platform/crypto/seal.ts'
import { randomUUID } from '../platform/crypto/random.ts'

/**
 * Mails that are part of a transaction: they are sent only if it commits. A mail is tried for a day
 * with growing pauses.
 */
export interface Outbox {
  /**
   * Puts a mail about a player into the transaction's outbox. `link` is the secret of a link that
   * expires: its time counts from the sending of the mail.
   */
  readonly post: (
    transaction: Executor,
    owner: JobOwner,
    to: string,
    content: MailContent,
    link?: string,
  ) => Promise<void>
  /** Drops the mails of a deployment to an address from the outbox, waiting or sent. */
  readonly forget: (transaction: Executor, deployment: string, to: string) => Promise<void>
  /** Drops every waiting mail. */
  readonly forgetAll: () => Promise<void>
  /** Mails that are waiting or were given up; the oldest first. */
  readonly list: (executor: Executor, limit: number) => Promise<readonly WaitingMail[]>
  /** Tries one of them, or all, at once and for another day; returns their number. */
  readonly retry: (transaction: Executor, id?: string) => Promise<number>
  /** Sends the waiting mails now; returns the number of sent ones. */
  readonly deliverWaiting: () => Promise<number>
  /** Starts to send new mails. */
  readonly start: () => Promise<void>
}

/** A waiting mail, as operators see it. */
export interface WaitingMail {
  readonly id: string
  /** Null, like the next two, for a mail that neither of our keys has sealed. */
  readonly deployment: string | null
  readonly to: string | null
  readonly subject: string | null
  readonly state: WaitingJob['state']
  readonly postedAt: Date
  readonly tries: number
  readonly nextTry: Date
  /** The result of the last try, without the mail server's words. */
  readonly error: string | null
}

interface Sealed {
  readonly sealed: string
  /** Groups the mails of one address and hides the address without the key. */
  readonly to: string
}

const queueName = 'mail'

/** An operator's retry gives a mail another day with as many tries as the first. */
const another = { startAfter: 0, retentionSeconds: 24 * 3600, tries: 30 }

export interface OutboxOptions extends Omit<HandOverServices, 'mailer'> {
  readonly jobs: Jobs
  readonly mailer: Mailer | null
  readonly key: Keys
  /** Domain of the message ids of a deployment's mails. */
  readonly domainOf: (deployment: string) => string
}

/** Opens the outbox: a queue of jobs. */
export async function openOutbox(options: OutboxOptions): Promise<Outbox> {
  const { jobs, mailer, key, domainOf } = options

  const markOf = (deployment: string, to: string, by: Buffer = key[0]) =>
    derived(by, 'recipient', `${deployment}\n${to.toLowerCase()}`)

  const queue = await jobs.openQueue<Sealed>(queueName, async ({ sealed }, jobId) => {
    if (mailer === null) throw new Error('SMTP_URL is not set.')
    await handOver({ ...options, mailer }, unseal(sealed, key) as Letter, jobId)
  })
  return {
    post(transaction, owner, to, content, link) {
      const { deployment } = owner
      const mail: Mail = { ...content, to, messageId: `<${randomUUID()}@${domainOf(deployment)}>` }
      const letter: Letter = { mail, dispatch: { deployment, to, link: link ?? null } }
      const job: Sealed = { sealed: seal(letter, key), to: markOf(deployment, to) }
      return queue.post(transaction, owner, job)
    },
    async forget(transaction, deployment, to) {
      const marks = key.map((each) => markOf(deployment, to, each))
      // First: this waits for a relay at work, and the mails that it has handed over are found below.
      await deletePostedMails(transaction, deployment, queueName, marks)
      const db = fromKysely(transaction)
      for (const mark of marks) {
        const data = { to: mark }
        const found = await jobs.boss.findJobs(queueName, { data, db })
        const ids = found.map((job) => job.id)
        if (ids.length > 0) await jobs.boss.deleteJob(queueName, ids, { db })
      }
    },
    async list(executor, limit) {
      const found = await listWaitingJobs(executor, queueName, { limit })
      return found.map((job) => waitingMail(job, key))
    },
    async retry(transaction, id) {
      const db = fromKysely(transaction)
      const found = await listWaitingJobs(transaction, queueName, { id })
      const waiting = found.filter(({ state }) => state !== 'active')
      for (const { id: job, state, tries, isHandedOver } of waiting) {
        // Its day has not begun.
        if (!isHandedOver) continue
        if (state === 'failed') await jobs.boss.retry(queueName, job, { db })
        const { startAfter, retentionSeconds } = another
        const retryLimit = tries + another.tries
        const options = { id: job, startAfter, retentionSeconds, retryLimit, db }
        await jobs.boss.update(queueName, undefined, options)
      }
      return waiting.length
    },
    forgetAll: () => jobs.dropWaiting(queueName),
    deliverWaiting: queue.runWaiting,
    async start() {
      if (mailer !== null) await queue.start()
    },
  }
}

function waitingMail({ data, output, createdAt, ...job }: WaitingJob, key: Keys): WaitingMail {
  const letter = unsealOrNull((data as Sealed).sealed, key)
  return {
    id: job.id,
    deployment: letter?.dispatch.deployment ?? null,
    to: letter?.dispatch.to ?? null,
    subject: letter?.mail.subject ?? null,
    state: job.state,
    postedAt: createdAt,
    tries: job.tries,
    nextTry: job.nextTry,
    error: output?.message ?? null,
  }
}

function unsealOrNull(sealed: string, key: Keys): Letter | null {
  try {
    return unseal(sealed, key) as Letter
  } catch {
    return null
  }
}
