import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import {
  type ClaimedMail,
  deleteMails,
  markSent,
  putOffMail,
  type PutOff,
  takeSent,
} from '../database/operations/mailStatements.ts'
import { noteOutcomes } from '../database/operations/postedMails.ts'
import type { Database } from '../database/pool/openDatabase.ts'
import type { Executor } from '../database/schema/executor.ts'
import { inTransaction } from '../database/transactions/inTransaction.ts'
import { after, type Clock } from '../platform/clock.ts'
import { logEvent } from '../platform/observability/events.ts'
import type { Tried } from './deliver.ts'

/** Answers of the mail server that put a mail off; after the last one it is given up: about a day. */
const mostAnswers = 30
/** Seconds: twice as long each time, because most failures are short. */
const [firstPause, longestPause] = [5, 3600]
/** Milliseconds between two tries to write to a database that is away. */
const databasePause = 1000

/** A mail that was tried, and what came of it. */
interface Outcome {
  readonly mail: ClaimedMail
  readonly tried: Tried
}

interface Waiting extends Outcome {
  readonly written: () => void
}

interface RecorderMaterials {
  readonly database: Pick<Database, 'kysely'>
  readonly clock: Clock
  readonly log: FastifyBaseLogger
  /** The server that has claimed the mails. */
  readonly by: string
}

/**
 * Writes what came of tries to send mails, those that come while it writes together. A connection waits
 * for that, so a mail that is sent is only marked: it leaves the table beside hundreds of others, in the
 * transaction that notes it for support.
 */
export class MailRecorder {
  readonly #materials: RecorderMaterials
  #waiting: Waiting[] = []
  #isWriting = false
  #isEnding = false

  constructor(materials: RecorderMaterials) {
    this.#materials = materials
  }

  /** Resolves when it is written, or the process ends without the database. */
  record(outcome: Outcome): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#waiting.push({ ...outcome, written: resolve })
    void this.#writeAll()
    return promise
  }

  /** Takes the mails out that are sent, also those that another server has sent, and notes them for support. */
  async settle(): Promise<void> {
    const { database, clock } = this.#materials
    for (let count = 1; count > 0;) {
      count = await inTransaction(database.kysely, async (transaction) => {
        const sent = await takeSent(transaction)
        const outcomes = sent.map((key) => ({ ...key, state: 'handed over' as const, code: null }))
        await noteOutcomes(transaction, outcomes, clock.now())
        return sent.length
      })
    }
  }

  /** Tries no longer to reach a database that is away. */
  end(): void {
    this.#isEnding = true
  }

  async #writeAll(): Promise<void> {
    if (this.#isWriting) return
    this.#isWriting = true
    while (this.#waiting.length > 0) {
      const group = this.#waiting
      this.#waiting = []
      await this.#write(group)
      for (const { written } of group) written()
    }
    this.#isWriting = false
  }

  /** The mail server has the mails: until the database knows, they must not be let go. */
  async #write(group: readonly Outcome[]): Promise<void> {
    const { database, log } = this.#materials
    for (let isKnown = false; ; isKnown = true) {
      try {
        const sent = group.filter(({ tried }) => tried.state === 'handed over')
        const others = group.filter(({ tried }) => tried.state !== 'handed over')
        if (sent.length > 0) {
          await markSent(
            database.kysely,
            sent.map(({ mail }) => mail),
          )
        }
        if (others.length > 0) {
          await inTransaction(database.kysely, (transaction) => this.#writeIn(transaction, others))
        }
        break
      } catch (error) {
        if (!isKnown) logEvent(log, 'mail.queue_failed', { err: error })
        if (this.#isEnding) return
        await pause(databasePause)
      }
    }
    for (const { mail, tried } of group) {
      if (tried.state !== 'put off' || nextOf(mail, tried).state !== 'given up') continue
      logEvent(log, 'mail.given_up', { jobId: mail.id, reason: tried.reason })
    }
  }

  async #writeIn(transaction: Executor, group: readonly Outcome[]): Promise<void> {
    const { by, clock } = this.#materials
    const now = clock.now()
    const ended = group.filter(({ tried }) => tried.state !== 'put off')
    await deleteMails(
      transaction,
      ended.map(({ mail }) => mail),
    )
    for (const { mail, tried } of group) {
      if (tried.state !== 'put off') continue
      const { pause: seconds, ...next } = nextOf(mail, tried)
      await putOffMail(transaction, by, mail, { ...next, due_at: after(now, seconds) })
    }
    const outcomes = group.map(({ mail, tried }) => ({
      ...mail,
      state: tried.state,
      code: 'code' in tried ? tried.code : null,
    }))
    await noteOutcomes(transaction, outcomes, now)
  }
}

/** The mail after a try that failed, and the seconds until the next one. */
function nextOf(
  { tries, answers }: ClaimedMail,
  { reason, isAnswer }: Extract<Tried, { readonly state: 'put off' }>,
): Omit<PutOff, 'due_at'> & { readonly pause: number } {
  const answered = answers + Number(isAnswer)
  return {
    state: answered >= mostAnswers ? 'given up' : 'waiting',
    tries: tries + 1,
    answers: answered,
    error: reason,
    pause: Math.min(firstPause * 2 ** Math.min(tries, 20), longestPause),
  }
}
