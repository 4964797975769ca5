import { fromKysely } from 'pg-boss'
import type { JobOwner, Jobs } from '../database/jobs/jobs.ts'
import {
  countWaitingOf,
  deletePostedMails,
  dropWaitingOf,
  listWaitingJobs,
  retryJob,
  type WaitingJob,
} from '../database/jobs/waitingJobs.ts'
import { noteDropped, notePosted } from '../database/operations/postedMails.ts'
import type { Executor } from '../database/schema/executor.ts'
import { type Clock, clock as systemClock } from '../platform/clock.ts'
import { randomUUID } from '../platform/crypto/random.ts'
import { seal, unseal } from '../platform/crypto/seal.ts'
import { derived } from '../platform/crypto/secrets.ts'
import type { Keys } from '../platform/crypto/serverKey.ts'
import { deliver, type HandOverServices, type QueuedMail } from './deliver.ts'
import type { MailContent } from './layout.ts'
import type { Mail, Mailer } from './mailer.ts'
import { createMailStop } from './mailStop.ts'

interface Sealed {
  readonly sealed: string
  /** Absent, like its kind, in a mail of an earlier version. */
  readonly deployment?: string
  readonly kind?: string | undefined
  /** Groups the mails of one address and hides the address without the key. */
  readonly to: string
  /** The mailing that it is a mail of, as {@link markOfMailing} writes it. */
  readonly mailing?: string | undefined
}

const markOfMailing = (deployment: string, mailing: number) => `${deployment}/${mailing}`

/** The mails that one statement notes as dropped. */
const droppedAtOnce = 500

/** A mail waits for those of its own queue alone, and mailings leave the outbox after all else. */
const queueNames = ['mail', 'notices', 'mailings'] as const
type QueueName = (typeof queueNames)[number]

export interface Posting {
  readonly owner: JobOwner
  readonly to: string
  readonly content: MailContent
  readonly link?: string | null
}

interface OutboxOptions extends Omit<HandOverServices, 'mailer'> {
  readonly jobs: Jobs
  readonly mailer: Pick<Mailer, 'send'> | null
  readonly key: Keys
  readonly clock?: Clock
  /** Domain of the message ids of a deployment's mails. */
  readonly domainOf: (deployment: string) => string
}

export interface Retried {
  readonly id?: string | undefined
  readonly deployment?: string | undefined
}

export interface Listed {
  readonly limit: number
  readonly deployment?: string | undefined
  readonly to?: { readonly deployments: readonly string[]; readonly address: string }
}

export type Outbox = Awaited<ReturnType<typeof openOutbox>>

/** Opens the outbox. Its mails are sent if their transaction commits, and tried for a day. */
export async function openOutbox(options: OutboxOptions) {
  const { jobs, mailer, key, clock = systemClock } = options
  const stop = createMailStop(clock)

  const run = async ({ sealed }: Sealed, jobId: string) => {
    if (mailer === null) throw new Error('SMTP_URL is not set.')
    await deliver({ ...options, mailer, stop }, unseal(sealed, key) as QueuedMail, jobId)
  }
  const open = (name: QueueName) =>
    jobs.openQueue<Sealed>(name, run, { isLast: name === 'mailings' })
  const queues = {
    mail: await open('mail'),
    notices: await open('notices'),
    mailings: await open('mailings'),
  }
  const postTo = async (
    name: QueueName,
    transaction: Executor,
    postings: readonly Posting[],
    mailing?: string,
  ): Promise<void> => {
    const letters = postings.map((posting) => sealedLetter(options, posting, mailing))
    const posted = letters.flatMap((letter) => letter.posted ?? [])
    await notePosted(transaction, posted, clock.now())
    await queues[name].postMany(transaction, letters)
  }

  return {
    /** A mail that a player waits for. The time of `link`, the secret of a link, counts from its sending. */
    post: (
      transaction: Executor,
      owner: JobOwner,
      to: string,
      content: MailContent,
      link: string | null = null,
    ) => postTo('mail', transaction, [{ owner, to, content, link }]),

    /** A mail that no player waits for. */
    postLater: (transaction: Executor, owner: JobOwner, to: string, content: MailContent) =>
      postTo('notices', transaction, [{ owner, to, content }]),

    /** Mails of a mailing of a deployment. */
    postMailing: (
      transaction: Executor,
      deployment: string,
      mailing: number,
      postings: readonly Posting[],
    ) => postTo('mailings', transaction, postings, markOfMailing(deployment, mailing)),

    /** How many mails of each mailing of a deployment wait. */
    countWaiting,

    /** Drops the mails of a mailing that wait; returns their number. */
    dropMailing: (transaction: Executor, deployment: string, mailing: number) =>
      dropMailing(transaction, { deployment, mailing, key, now: clock.now() }),

    /** Drops the mails of a deployment to an address from the outbox, waiting or sent. */
    async forget(transaction: Executor, deployment: string, to: string): Promise<void> {
      const marks = key.map((each) => markOf(deployment, to, each))
      for (const name of queueNames) await forgetIn(name, jobs, transaction, deployment, marks)
    },

    /** Drops every waiting mail. */
    async forgetAll(): Promise<void> {
      for (const name of queueNames) await jobs.dropWaiting(name)
    },

    /**
     * Mails that are waiting or were given up; the oldest first. With `to`, those of some deployments to
     * one address.
     */
    async list(executor: Executor, { limit, to, deployment }: Listed) {
      const marks = to?.deployments.flatMap((name) =>
        key.map((each) => markOf(name, to.address, each)),
      )
      const found: WaitingJob[] = []
      for (const name of queueNames)
        found.push(...(await listWaitingJobs(executor, name, { limit, to: marks, deployment })))
      const byAge = found.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
      return byAge.slice(0, limit).map((job) => waitingMail(job, key))
    },

    /** Tries one of them, or all, at once and for another day; returns their number. */
    retry: (transaction: Executor, wanted: Retried) => retryMails(jobs, transaction, wanted),

    /** Since when the mail server refuses this process, or null. */
    stopped: stop.stopped,

    /** Starts to send new mails. */
    async start(): Promise<void> {
      if (mailer === null) return
      for (const name of queueNames) await queues[name].start()
    },
  }
}

function sealedLetter(
  { key, domainOf }: Pick<OutboxOptions, 'key' | 'domainOf'>,
  { owner, to, content, link = null }: Posting,
  mailing: string | undefined,
) {
  const { deployment, playerId } = owner
  const { kind, ...words } = content
  const id = randomUUID()
  const mail: Mail = { ...words, to, messageId: `<${id}@${domainOf(deployment)}>` }
  // The last mail to a player who was erased leaves nothing behind.
  const posted = playerId === 0 || kind === undefined ? null : { deployment, playerId, id, kind }
  const letter: QueuedMail = { mail, dispatch: { deployment, to, link, posted } }
  const mark = markOf(deployment, to, key[0])
  const job: Sealed = { sealed: seal(letter, key), to: mark, deployment, kind, mailing }
  return { owner, job, posted }
}

async function countWaiting(
  executor: Executor,
  deployment: string,
): Promise<ReadonlyMap<number, number>> {
  const prefix = markOfMailing(deployment, 0).slice(0, -1)
  const counts = await countWaitingOf(executor, 'mailings', prefix)
  return new Map([...counts].map(([mark, count]) => [Number(mark.slice(prefix.length)), count]))
}

function markOf(deployment: string, to: string, by: Buffer): string {
  return derived(by, 'recipient', `${deployment}\n${to.toLowerCase()}`)
}

interface Dropped {
  readonly deployment: string
  readonly mailing: number
  readonly key: Keys
  readonly now: Date
}

async function dropMailing(
  transaction: Executor,
  { deployment, mailing, key, now }: Dropped,
): Promise<number> {
  const mark = markOfMailing(deployment, mailing)
  const jobs = await dropWaitingOf(transaction, deployment, 'mailings', mark)
  const posted = jobs.flatMap((job) => {
    const letter = unsealOrNull((job as Sealed).sealed, key)
    return letter?.dispatch.posted ? [letter.dispatch.posted] : []
  })
  for (let at = 0; at < posted.length; at += droppedAtOnce) {
    await noteDropped(transaction, deployment, posted.slice(at, at + droppedAtOnce), now)
  }
  return jobs.length
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

async function retryMails({ boss }: Jobs, transaction: Executor, wanted: Retried): Promise<number> {
  let count = 0
  for (const queue of queueNames) {
    const found = await listWaitingJobs(transaction, queue, wanted)
    const waiting = found.filter(({ state }) => state !== 'active')
    // The day of the others has not begun.
    for (const job of waiting.filter(({ isHandedOver }) => isHandedOver)) {
      await retryJob(boss, transaction, queue, job)
    }
    count += waiting.length
  }
  return count
}

/** A waiting mail, as operators see it. */
function waitingMail({ data, output, createdAt, ...job }: WaitingJob, key: Keys) {
  const { sealed, deployment, kind = null } = data as Sealed
  const letter = unsealOrNull(sealed, key)
  return {
    id: job.id,
    deployment: deployment ?? letter?.dispatch.deployment ?? null,
    kind,
    // Null, like the next, for a mail that neither of our keys has sealed.
    to: letter?.dispatch.to ?? null,
    subject: letter?.mail.subject ?? null,
    state: job.state,
    postedAt: createdAt,
    tries: job.tries,
    nextTry: job.nextTry,
    // Of the last try, without the mail server's words.
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
