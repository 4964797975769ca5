import {
  type Claim,
  claimMails,
  type ClaimedMail,
  keepClaims,
  releaseMails,
} from '../database/operations/mailStatements.ts'
import type { Database } from '../database/pool/openDatabase.ts'
import { type Clock, steadyNow } from '../platform/clock.ts'
import { randomUUID } from '../platform/crypto/random.ts'
import { unseal } from '../platform/crypto/seal.ts'
import type { Keys } from '../platform/crypto/serverKey.ts'
import { logEvent } from '../platform/observability/events.ts'
import { inTrace } from '../platform/observability/tracing.ts'
import type { RepeatedTask, Scheduler } from '../platform/scheduler.ts'
import type { Deployments } from '../deployments/deployments.ts'
import { deliver, type HandOverServices, type QueuedMail, type Tried } from './deliver.ts'
import { MailRecorder } from './mailRecorder.ts'
import type { MailStop } from './mailStop.ts'
import { type CommonText, readMailingsOf, writeOut } from './mailsOfMailings.ts'

/** Milliseconds between two looks without a call: mails of other processes wait this long. */
const everySecond = 1000
/** Milliseconds between two times at which mails that are sent leave the table, many by one transaction. */
const settling = 1000
/** Seconds after which the mails of a server that died are free, and between two of its signs of life. */
const [lease, signOfLife] = [15, 4]
/** Milliseconds for which a claim is believed without a look: the mail may be erased, the claim over. */
const believed = 1000
/** Milliseconds that the mails on their way get to arrive once the process has to stop. */
const patience = 5000

export interface SenderMaterials extends HandOverServices {
  readonly database: Pick<Database, 'kysely'>
  readonly deployments: Pick<Deployments, 'byName'>
  readonly key: Keys
  readonly clock: Clock
  readonly stop: MailStop
  /** Mails that are on their way at once, and begin within a second; null without a limit. */
  readonly limits: { readonly connections: number; readonly perSecond: number | null }
}

/** A mail that this server has claimed, and when it last saw that, by the time of the process. */
interface Held {
  readonly mail: ClaimedMail
  readonly seenAt: number
  /** Null for a mail that has its own text. */
  readonly text: CommonText | null
}

/**
 * Sends the mails of the table, beside the senders of other servers. It claims some more than it has
 * connections, so that none of them waits for the database. A mail keeps its connection until the table
 * knows what came of it: a server that is killed leaves no more of them in doubt than it had connections.
 */
export class MailSender {
  readonly #materials: SenderMaterials
  readonly #id = randomUUID()
  readonly #recorder: MailRecorder
  /** Claimed mails, by their ids. */
  readonly #held = new Map<string, Held>()
  /** Those of them that wait for a connection. */
  #next: ClaimedMail[] = []
  readonly #sending = new Set<Promise<void>>()
  /** True where the last look has left mails in the table. */
  #isMore = false
  #isStopped = false
  #looks: RepeatedTask | null = null
  #signs: RepeatedTask | null = null
  #settling: RepeatedTask | null = null
  #lookedAt: Date
  /** Where there is a limit: when the next mail may begin. */
  #nextStart = 0
  #timer: NodeJS.Timeout | null = null

  constructor(materials: SenderMaterials) {
    this.#materials = materials
    this.#lookedAt = materials.clock.now()
    this.#recorder = new MailRecorder({ ...materials, by: this.#id })
  }

  /** Looks at once, or again after the look that is under way. */
  readonly wake = (): void => this.#looks?.wake()

  /** Begins to send: when woken, and what is due every second. */
  start(scheduler: Scheduler): void {
    if (this.#looks !== null) return
    this.#lookedAt = this.#materials.clock.now()
    const onError = this.#logFailure
    this.#looks = scheduler.begin({ pause: everySecond, run: () => this.look(), onError })
    const run = () => this.#keep([...this.#held.values()].map(({ mail }) => mail))
    this.#signs = scheduler.begin({ pause: signOfLife * 1000, run, onError })
    const settle = () => this.#recorder.settle()
    this.#settling = scheduler.begin({ pause: settling, run: settle, onError })
  }

  /** Lets the mails go that wait, and waits for those on their way. */
  async stop(): Promise<void> {
    this.#isStopped = true
    if (this.#timer !== null) clearTimeout(this.#timer)
    await this.#looks?.end()
    await this.#letGo().catch(this.#logFailure)
    let timer: NodeJS.Timeout | undefined
    const over = new Promise((resolve) => (timer = setTimeout(resolve, patience)))
    await Promise.race([this.#allTried(), over])
    clearTimeout(timer)
    this.#recorder.end()
    await this.#signs?.end()
    await this.#settling?.end()
    // Without the database another server does it.
    if (this.#looks !== null) await this.#recorder.settle().catch(this.#logFailure)
  }

  /** Seconds since a look was completed; null before the start. */
  secondsSincePoll(): number | null {
    if (this.#looks === null) return null
    return Math.max(0, (this.#materials.clock.now().getTime() - this.#lookedAt.getTime()) / 1000)
  }

  /** Claims what there is room for, and begins to send it. */
  async look(): Promise<void> {
    const room = this.#room()
    if (room > 0) {
      const mails = await claimMails(this.#kysely, this.#claim(), room)
      this.#isMore = mails.length === room
      const seenAt = steadyNow()
      const textOf = await readMailingsOf(this.#kysely, mails)
      for (const mail of mails) this.#held.set(mail.id, { mail, seenAt, text: textOf(mail) })
      // A mail that a player waits for overtakes those that wait for a connection, too.
      this.#next = [...this.#next, ...mails].toSorted((a, b) => a.rank - b.rank)
      this.#sendNext()
    }
    this.#lookedAt = this.#materials.clock.now()
  }

  /** Resolves when no claimed mail is left, and the database knows what came of each. */
  async settled(): Promise<void> {
    await this.#allTried()
    await this.#recorder.settle()
  }

  async #allTried(): Promise<void> {
    while (this.#sending.size > 0) await Promise.all(this.#sending)
  }

  readonly #logFailure = (error: unknown): void =>
    logEvent(this.#materials.log, 'mail.queue_failed', { err: error })

  get #kysely() {
    return this.#materials.database.kysely
  }

  #claim(): Claim {
    return { by: this.#id, now: this.#materials.clock.now(), lease }
  }

  /** The mails that may be claimed now: while mails stop, one at a time. */
  #room(): number {
    const { stop, limits } = this.#materials
    if (this.#isStopped) return 0
    if (stop.stopped() === null) return 4 * limits.connections - this.#held.size
    return stop.mayTry() && this.#held.size === 0 ? 1 : 0
  }

  #sendNext(): void {
    const { connections, perSecond } = this.#materials.limits
    while (this.#sending.size < connections && this.#next.length > 0 && !this.#isStopped) {
      if (perSecond !== null && !this.#mayBegin(perSecond)) return
      const mail = this.#next.shift() as ClaimedMail
      const sending: Promise<void> = this.#send(mail).finally(() => {
        this.#sending.delete(sending)
        this.#held.delete(mail.id)
        this.#goOn()
      })
      this.#sending.add(sending)
    }
  }

  /** True where the limit lets a mail begin; otherwise it is looked at again when it does. */
  #mayBegin(perSecond: number): boolean {
    const now = steadyNow()
    if (now < this.#nextStart) {
      this.#timer ??= setTimeout(() => {
        this.#timer = null
        this.#sendNext()
      }, this.#nextStart - now)
      return false
    }
    this.#nextStart = Math.max(this.#nextStart + 1000 / perSecond, now)
    return true
  }

  /** After a mail: the next one has its connection, and others are claimed in time. */
  #goOn(): void {
    const { stop, limits } = this.#materials
    if (stop.stopped() !== null) this.#letGo().catch(this.#logFailure)
    this.#sendNext()
    if (this.#isMore && this.#next.length <= limits.connections) this.wake()
  }

  /** Sends a claimed mail, and writes what came of it. */
  async #send(mail: ClaimedMail): Promise<void> {
    const held = this.#held.get(mail.id)
    // It was let go meanwhile: whoever claims it next sends it.
    if (held === undefined) return
    const { seenAt, text } = held
    if (steadyNow() - seenAt > believed) {
      // Without the database nobody could note that it is sent: it is free when its claim is over.
      await this.#keep([mail]).catch((error: unknown) => {
        this.#logFailure(error)
        this.#held.delete(mail.id)
      })
      if (!this.#held.has(mail.id)) return
    }
    // What was on its way when its mailing was stopped is tried once.
    const tried: Tried =
      text?.isStopped && mail.tries > 0
        ? { state: 'dropped', code: null }
        : await inTrace(`mail ${mail.rank}`, () => this.#try(mail, text))
    await this.#recorder.record({ mail, tried })
  }

  async #try({ id, deployment, sealed }: ClaimedMail, text: CommonText | null): Promise<Tried> {
    const { key, log, deployments } = this.#materials
    const putOff = (reason: string): Tried => {
      logEvent(log, 'mail.delivery_failed', { jobId: id, reason })
      return { state: 'put off', code: null, reason, isAnswer: false }
    }
    let queued: QueuedMail
    try {
      queued = unseal(sealed, key) as QueuedMail
    } catch {
      return putOff('It is sealed by a key that this server does not have.')
    }
    const { mail, dispatch } = queued
    if (!('reader' in mail)) return deliver(this.#materials, { mail, dispatch }, id)
    if (text === null) return { state: 'dropped', code: null }
    const written = writeOut(deployments, { deployment, blocks: text.blocks }, mail)
    if (written === null) return putOff('This server does not know its deployment.')
    return deliver(this.#materials, { mail: written, dispatch }, id)
  }

  /** Goes on claiming mails; those that are gone, or another server’s by now, are not sent. */
  async #keep(mails: readonly ClaimedMail[]): Promise<void> {
    const kept = await keepClaims(this.#kysely, this.#claim(), mails)
    const seenAt = steadyNow()
    for (const mail of mails) {
      if (kept.has(mail.id)) {
        const held = this.#held.get(mail.id)
        if (held !== undefined) this.#held.set(mail.id, { ...held, seenAt })
      } else this.#held.delete(mail.id)
    }
    this.#next = this.#next.filter(({ id }) => this.#held.has(id))
  }

  /** Lets go the mails that wait for a connection. */
  async #letGo(): Promise<void> {
    const waiting = this.#next
    this.#next = []
    for (const { id } of waiting) this.#held.delete(id)
    await releaseMails(this.#kysely, this.#id, waiting)
  }
}
