import { fromKysely } from 'pg-boss'
import type { Executor } from '../database/schema/executor.ts'
import {
  deletePostedMails,
  listWaitingJobs,
  type WaitingJob,
} from '../database/jobs/waitingJobs.ts'
import type { JobOwner, Jobs } from '../database/jobs/jobs.ts'
import type { MailContent } from './layout.ts'
import { deliver, type HandOverServices, type QueuedMail } from './deliver.ts'
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
   * Puts a mail that a player waits for into the transaction's outbox. `link` is the secret of a link
   * that expires: its time counts from the sending of the mail.
   */
  readonly post: (
    transaction: Executor,
    owner: JobOwner,
    to: string,
    content: MailContent,
    link?: string,
  ) => Promise<void>
  /** The same for a mail that no player waits for: a notice, or a mail of a mailing. */
  readonly postLater: (
    transaction: Executor,
    owner: JobOwner,
    to: string,
    content: MailContent,
    kind: 'notices' | 'mailings',
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

/** A mail waits for those of its own queue alone, and mailings leave the outbox after all else. */
const queueNames = ['mail', 'notices', 'mailings'] as const
type QueueName = (typeof queueNames)[number]

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

  const run = async ({ sealed }: Sealed, jobId: string) => {
    if (mailer === null) throw new Error('SMTP_URL is not set.')
    await deliver({ ...options, mailer }, unseal(sealed, key) as QueuedMail, jobId)
  }
  const open = (name: QueueName) =>
    jobs.openQueue<Sealed>(name, run, { isLast: name === 'mailings' })
  const queues = {
    mail: await open('mail'),
    notices: await open('notices'),
    mailings: await open('mailings'),
  }
  const postTo = (
    name: QueueName,
    transaction: Executor,
    owner: JobOwner,
    { to, content, link }: { to: string; content: MailContent; link?: string | undefined },
  ) => {
    const { deployment } = owner
    const mail: Mail = { ...content, to, messageId: `<${randomUUID()}@${domainOf(deployment)}>` }
    const letter: QueuedMail = { mail, dispatch: { deployment, to, link: link ?? null } }
    const job: Sealed = { sealed: seal(letter, key), to: markOf(deployment, to) }
    return queues[name].post(transaction, owner, job)
  }

  return {
    post: (transaction, owner, to, content, link) =>
      postTo('mail', transaction, owner, { to, content, link }),
    postLater: (transaction, owner, to, content, kind) =>
      postTo(kind, transaction, owner, { to, content }),
    async forget(transaction, deployment, to) {
      const marks = key.map((each) => markOf(deployment, to, each))
      for (const name of queueNames) await forgetIn(name, jobs, transaction, deployment, marks)
    },
    async list(executor, limit) {
      const found: WaitingJob[] = []
      for (const name of queueNames)
        found.push(...(await listWaitingJobs(executor, name, { limit })))
      const byAge = found.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
      return byAge.slice(0, limit).map((job) => waitingMail(job, key))
    },
    async retry(transaction, id) {
      let count = 0
      for (const name of queueNames) count += await retryIn(name, jobs, transaction, id)
      return count
    },
    async forgetAll() {
      for (const name of queueNames) await jobs.dropWaiting(name)
    },
    deliverWaiting: () => jobs.runWaiting(queueNames, run),
    async start() {
      if (mailer === null) return
      for (const name of queueNames) await queues[name].start()
    },
  }
}

async function forgetIn(
  queue: QueueName,
  { boss }: Jobs,
  transaction: Executor,
  deployment: string,
  marks: readonly string[],
): Promise<void> {
  // First: this waits for a relay at work, and the mails that it has handed over are found below.
  await deletePostedMails(transaction, deployment, queue, marks)
  const db = fromKysely(transaction)
  for (const mark of marks) {
    const data = { to: mark }
    const found = await boss.findJobs(queue, { data, db })
    const ids = found.map((job) => job.id)
    if (ids.length > 0) await boss.deleteJob(queue, ids, { db })
  }
}

async function retryIn(
  queue: QueueName,
  { boss }: Jobs,
  transaction: Executor,
  id: string | undefined,
): Promise<number> {
  const db = fromKysely(transaction)
  const found = await listWaitingJobs(transaction, queue, { id })
  const waiting = found.filter(({ state }) => state !== 'active')
  for (const { id: job, state, tries, isHandedOver } of waiting) {
    // Its day has not begun.
    if (!isHandedOver) continue
    if (state === 'failed') await boss.retry(queue, job, { db })
    const { startAfter, retentionSeconds } = another
    const retryLimit = tries + another.tries
    const options = { id: job, startAfter, retentionSeconds, retryLimit, db }
    await boss.update(queue, undefined, options)
  }
  return waiting.length
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

function unsealOrNull(sealed: string, key: Keys): QueuedMail | null {
  try {
    return unseal(sealed, key) as QueuedMail
  } catch {
    return null
  }
}
