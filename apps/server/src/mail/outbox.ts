import type { FastifyBaseLogger } from 'fastify'
import type { JobOwner, Jobs } from '../database/jobs/jobs.ts'
import {
  countMailingMails,
  deleteAllMails,
  deleteMail,
  deleteMailing,
  deleteMailsTo,
  hasWaiting,
  insertMails,
  listMails,
  retryMails,
  type WaitingMail,
  type WantedMails,
} from '../database/operations/mailStatements.ts'
import { noteDropped, notePosted } from '../database/operations/postedMails.ts'
import type { Database } from '../database/pool/openDatabase.ts'
import type { Executor } from '../database/schema/executor.ts'
import type { MailRank } from '../database/schema/values.ts'
import { afterCommit } from '../database/transactions/inTransaction.ts'
import { type Clock, clock as systemClock } from '../platform/clock.ts'
import { orderedId } from '../platform/crypto/orderedId.ts'
import { seal, unseal } from '../platform/crypto/seal.ts'
import { derived } from '../platform/crypto/secrets.ts'
import type { Keys } from '../platform/crypto/serverKey.ts'
import type { Scheduler } from '../platform/scheduler.ts'
import type { Deployments } from '../deployments/deployments.ts'
import type { ExpiringLink, HandOverServices, QueuedMail } from './deliver.ts'
import { takeOverJobs, takingOver } from './earlierMails.ts'
import type { MailContent } from './layout.ts'
import type { Mailer } from './mailer.ts'
import { MailSender } from './mailSender.ts'
import type { ContentOfMailing } from './mailsOfMailings.ts'
import { createMailStop, type MailStop, type MailStopped } from './mailStop.ts'

/** A mail to be sent, and where it belongs. */
export interface Posting {
  readonly owner: JobOwner
  readonly to: string
  readonly content: MailContent | ContentOfMailing
  readonly link?: ExpiringLink | null
}

interface OutboxOptions extends Omit<HandOverServices, 'mailer'> {
  readonly database: Pick<Database, 'kysely'>
  readonly jobs: Jobs
  readonly mailer: Pick<Mailer, 'send'> | null
  readonly key: Keys
  readonly clock?: Clock
  readonly log: FastifyBaseLogger
  readonly deployments: Pick<Deployments, 'byName'>
  readonly limits?: { readonly connections: number; readonly perSecond: number | null }
}

/** Which mails are listed. */
export interface Listed {
  readonly limit: number
  readonly deployment?: string | undefined
  readonly to?: { readonly deployments: readonly string[]; readonly address: string }
}

/** The addresses of a player who is erased. */
export interface ErasedAddresses {
  readonly deployment: string
  readonly email: string
  readonly former: readonly string[]
}

export type Outbox = ReturnType<typeof openOutbox>

/**
 * Opens the outbox: the table of mails, and this server's sender. Its mails are sent if their transaction
 * commits, and tried until the mail server takes them, refuses them, or has put them off for a day.
 */
export function openOutbox(options: OutboxOptions) {
  const { database, jobs, mailer, key, log, clock = systemClock } = options
  const { limits = { connections: 5, perSecond: null } } = options
  const { kysely } = database
  const stop = createMailStop(clock)
  const sender =
    mailer === null ? null : new MailSender({ ...options, mailer, clock, stop, limits })
  if (sender !== null) jobs.watch('mail', sender)
  const post = async (
    transaction: Executor,
    rank: MailRank,
    postings: readonly Posting[],
    mailing: number | null = null,
  ): Promise<void> => {
    const now = clock.now()
    const letters = postings.map((posting) => letterOf({ ...options, now, rank, mailing }, posting))
    await notePosted(
      transaction,
      letters.flatMap(({ posted }) => posted ?? []),
      now,
    )
    await insertMails(
      transaction,
      letters.map(({ row }) => row),
    )
    if (sender !== null) await afterCommit(transaction, log, sender.wake)
  }
  const earlier = { database, jobs, key, clock, log }
  return {
    /** A mail that a player waits for. The time of `link` counts from its sending. */
    post: (
      transaction: Executor,
      owner: JobOwner,
      to: string,
      content: MailContent,
      link: ExpiringLink | null = null,
    ) => post(transaction, 1, [{ owner, to, content, link }]),
    /** A mail that no player waits for. */
    postLater: (transaction: Executor, owner: JobOwner, to: string, content: MailContent) =>
      post(transaction, 2, [{ owner, to, content }]),
    /** Mails of a mailing of a deployment. */
    postMailing: (transaction: Executor, mailing: number, postings: readonly Posting[]) =>
      post(transaction, 3, postings, mailing),
    ...openForStaff({ key, clock, log, stop, wake: sender?.wake ?? null }),
    /**
     * Drops the mails of a deployment to the address of a player who is erased, and those of nobody to
     * former ones, which others may have by now. The player's own mails go with the player.
     */
    async forget(
      transaction: Executor,
      { deployment, email, former }: ErasedAddresses,
    ): Promise<void> {
      const marks = (to: string) => key.map((each) => markOf(deployment, to, each))
      await deleteMailsTo(transaction, deployment, marks(email))
      await deleteMailsTo(transaction, deployment, former.flatMap(marks), { ofNobody: true })
    },
    /** Drops every waiting mail, also those of earlier versions. */
    async forgetAll(): Promise<void> {
      await takeOverJobs(earlier)
      await deleteAllMails(kysely)
    },
    /** Since when the mail server takes no mails of this process, or null. */
    stopped: stop.stopped,
    /** Starts to send, and to take over the mails of earlier versions. */
    start(scheduler: Scheduler): void {
      sender?.start(scheduler)
      scheduler.begin(takingOver(earlier))
    },
    /** Lets waiting mails go, and waits a while for those on their way. */
    stop: async (): Promise<void> => sender?.stop(),
  }
}

interface StaffOptions {
  readonly key: Keys
  readonly clock: Clock
  readonly log: FastifyBaseLogger
  readonly stop: MailStop
  /** Wakes the sender of this process, where it has one. */
  readonly wake: (() => void) | null
}

/** What staff see of waiting mails, and do with them. */
function openForStaff({ key, clock, log, stop, wake }: StaffOptions) {
  return {
    /** How many mails of each mailing of a deployment wait, or of one. */
    countWaiting: countMailingMails,
    /** True where so many mails of a mailing wait, or more. */
    hasWaiting,
    /** Drops the mails of a mailing that wait; returns their number, and that of those on their way. */
    async dropMailing(transaction: Executor, deployment: string, mailing: number) {
      const dropped = await deleteMailing(transaction, deployment, mailing, clock.now())
      await noteDropped(transaction, dropped, clock.now())
      const left = await countMailingMails(transaction, deployment, mailing)
      return { dropped: dropped.length, onTheWay: left.get(mailing) ?? 0 }
    },
    /**
     * Mails that are waiting or were given up; the oldest first. With `to`, those of some deployments to
     * one address.
     */
    async list(executor: Executor, { limit, to, deployment }: Listed) {
      const marks = to?.deployments.flatMap((name) =>
        key.map((each) => ({ deployment: name, mark: markOf(name, to.address, each) })),
      )
      const found = await listMails(executor, { limit, to: marks, deployment })
      const shown = { key, now: clock.now(), stopped: stop.stopped() }
      return found.map((mail) => shownOf(mail, shown))
    },
    /** Tries one of them, or all, at once and as often as new ones; returns their number. */
    async retry(transaction: Executor, wanted: WantedMails): Promise<number> {
      const count = await retryMails(transaction, wanted, clock.now())
      // A trial is rolled back, and brings no try about.
      await afterCommit(transaction, log, () => {
        stop.tryNow()
        wake?.()
      })
      return count
    },
    /** Drops a mail that waits or was given up; returns whether it was there. */
    async drop(
      transaction: Executor,
      wanted: WantedMails & { readonly id: string },
    ): Promise<boolean> {
      const dropped = await deleteMail(transaction, wanted, clock.now())
      if (dropped === undefined) return false
      await noteDropped(transaction, [dropped], clock.now())
      return true
    },
  }
}

interface LetterOptions extends Pick<OutboxOptions, 'key' | 'deployments'> {
  readonly now: Date
  readonly rank: MailRank
  readonly mailing: number | null
}

/** The row of a mail, and its note for support. */
function letterOf(
  { key, deployments, now, rank, mailing }: LetterOptions,
  { owner, to, content, link = null }: Posting,
) {
  const { deployment, playerId } = owner
  const { kind, ...words } = content
  const id = orderedId(now)
  const { hostname } = new URL(deployments.byName(deployment)?.origin ?? 'http://localhost')
  const mail = { ...words, to, messageId: `<${id}@${hostname}>` }
  const dispatch = { deployment, to, link, ...(mailing !== null && { isOfMailing: true }) }
  const letter: QueuedMail = { mail, dispatch }
  // The last mail to a player who was erased leaves nothing behind.
  const posted = playerId === 0 || kind === undefined ? null : { deployment, playerId, id, kind }
  const row = {
    deployment,
    player_id: playerId,
    id,
    rank,
    kind: kind ?? null,
    mailing,
    to_mark: markOf(deployment, to, key[0]),
    state: 'waiting' as const,
    due_at: now,
    sealed: seal(letter, key),
    created_at: now,
  }
  return { row, posted }
}

function markOf(deployment: string, to: string, by: Buffer): string {
  return derived(by, 'recipient', `${deployment}\n${to.toLowerCase()}`)
}

interface Shown {
  readonly key: Keys
  readonly now: Date
  /** Why this server's mails stop, or null. */
  readonly stopped: MailStopped | null
}

/** A mail that waits, as operators see it; the states have the names of version 1.0.0. */
function shownOf(mail: WaitingMail, { key, now, stopped }: Shown) {
  const { id, deployment, kind, state, tries, claimed_until: until } = mail
  // While mails stop, one of them is tried for all.
  const error = mail.error ?? (stopped === null ? null : `SMTP: ${stopped.reason}`)
  const letter = unsealOrNull(mail.sealed, key)
  const waits = error === null ? 'created' : 'retry'
  const open = until !== null && until > now ? 'active' : waits
  return {
    id,
    deployment,
    kind,
    // Null, like the next, for a mail that neither of our keys has sealed.
    to: letter?.dispatch.to ?? null,
    subject: letter?.mail.subject ?? null,
    state: state === 'given up' ? 'failed' : open,
    postedAt: mail.created_at,
    tries,
    nextTry: mail.due_at,
    // Without the mail server's words.
    error,
  }
}

function unsealOrNull(sealed: string, key: Keys): QueuedMail | null {
  try {
    return unseal(sealed, key) as QueuedMail
  } catch {
    return null
  }
}
