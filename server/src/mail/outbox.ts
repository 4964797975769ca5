import { logEvent } from '../platform/observability/events.ts'
import { fromKysely } from 'pg-boss'
import type { FastifyBaseLogger } from 'fastify'
import type { Executor } from '../database/connection/openDatabase.ts'
import { listWaitingJobs, type WaitingJob } from '../database/jobs/waitingJobs.ts'
import type { Jobs } from '../database/jobs/jobs.ts'
import type { MailContent } from './layout.ts'
import type { Dispatch, MailOutcomes } from './mailOutcomes.ts'
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
   * Puts a mail of a deployment into the transaction's outbox. `link` is the secret of a link that
   * expires: its time counts from the sending of the mail.
   */
  readonly post: (
    transaction: Executor,
    deployment: string,
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

/** The sealed part of a job. */
interface Letter {
  readonly mail: Mail
  readonly dispatch: Dispatch
}

interface Sealed {
  readonly sealed: string
  /** Groups the mails of one address and hides the address without the key. */
  readonly to: string
}

/** The error of a mailer, with the parts that come from a mail server. */
interface SmtpError {
  readonly responseCode?: number
  readonly code?: string
  readonly command?: string
}

const queueName = 'mail'

/** An operator's retry gives a mail another day with as many tries as the first. */
const another = { startAfter: 0, retentionSeconds: 24 * 3600, tries: 30 }

export interface OutboxOptions {
  readonly jobs: Jobs
  readonly mailer: Mailer | null
  readonly key: Keys
  readonly log: FastifyBaseLogger
  /** Domain of the message ids. */
  readonly domain: string
  readonly outcomes?: MailOutcomes
}

/** Opens the outbox: a queue of jobs. */
export async function openOutbox(options: OutboxOptions): Promise<Outbox> {
  const { jobs, mailer, key, log, domain, outcomes } = options

  const markOf = (deployment: string, to: string, by: Buffer = key[0]) =>
    derived(by, 'recipient', `${deployment}\n${to.toLowerCase()}`)

  const deliver = async (job: Sealed, jobId: string): Promise<void> => {
    if (mailer === null) throw new Error('SMTP_URL is not set.')
    const { mail, dispatch } = unseal(job.sealed, key) as Letter
    try {
      await mailer.send(mail)
    } catch (error) {
      const { responseCode = 0, code, command } = error as SmtpError
      const isRefused = responseCode >= 500 && command === 'RCPT TO'
      const isDropped = responseCode >= 500 && code === 'EMESSAGE'
      if (!isRefused && !isDropped) {
        outcomes?.deferred()
        // The queue stores this error, and the mail server's words may name the recipient.
        const reason = `SMTP: ${responseCode || (code ?? 'no answer')}`
        logEvent(log, 'mail.delivery_failed', { jobId, reason })
        // oxlint-disable-next-line preserve-caught-error -- see above
        throw new Error(reason)
      }
      // Another try would only hurt our reputation. A server that refuses us ourselves does not
      // refuse the mail: it is sent after the settings are corrected.
      logEvent(log, 'mail.refused', { jobId, responseCode })
      await (isRefused ? outcomes?.refused(dispatch) : outcomes?.dropped())
      return
    }
    await outcomes?.handedOver(dispatch)
  }

  const opened = ({ sealed }: Sealed): Letter | null => {
    try {
      return unseal(sealed, key) as Letter
    } catch {
      return null
    }
  }

  const queue = await jobs.openQueue(queueName, deliver)
  return {
    post(transaction, deployment, to, content, link) {
      const mail: Mail = { ...content, to, messageId: `<${randomUUID()}@${domain}>` }
      const letter: Letter = { mail, dispatch: { deployment, to, link: link ?? null } }
      const job: Sealed = { sealed: seal(letter, key), to: markOf(deployment, to) }
      return queue.post(transaction, job)
    },
    async forget(transaction, deployment, to) {
      const db = fromKysely(transaction)
      for (const each of key) {
        const data = { to: markOf(deployment, to, each) }
        const found = await jobs.boss.findJobs(queueName, { data, db })
        const ids = found.map((job) => job.id)
        if (ids.length > 0) await jobs.boss.deleteJob(queueName, ids, { db })
      }
    },
    async list(executor, limit) {
      const found = await listWaitingJobs(executor, queueName, { limit })
      return found.map(({ data, output, createdAt, ...job }) => {
        const letter = opened(data as Sealed)
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
      })
    },
    async retry(transaction, id) {
      const db = fromKysely(transaction)
      const found = await listWaitingJobs(transaction, queueName, { id })
      const waiting = found.filter(({ state }) => state !== 'active')
      for (const { id: job, state, tries } of waiting) {
        if (state === 'failed') await jobs.boss.retry(queueName, job, { db })
        const { startAfter, retentionSeconds } = another
        const retryLimit = tries + another.tries
        const options = { id: job, startAfter, retentionSeconds, retryLimit, db }
        await jobs.boss.update(queueName, undefined, options)
      }
      return waiting.length
    },
    forgetAll: () => jobs.boss.deleteQueuedJobs(queueName),
    deliverWaiting: queue.runWaiting,
    async start() {
      if (mailer !== null) await queue.start()
    },
  }
}
