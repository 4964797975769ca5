import { setTimeout as pause } from 'node:timers/promises'
import { type Clock, clock as ofMachine } from '../../platform/clock.ts'

/** Milliseconds after which an answer that is known already is good enough. */
const answerWithin = 150

/** Milliseconds after a refused write in which no other one is tried for the sake of knowing. */
const calm = 10_000

/** The reasons for which a database answers reads and takes no writes. */
export const writeRefusals = ['read-only', 'disk full'] as const
export type WriteRefusal = (typeof writeRefusals)[number]

/** The state of a database for those who would send it requests. */
export type DatabaseState = 'ready' | 'unreachable' | WriteRefusal

/** By PostgreSQL's code of a statement that failed. */
const refusalOf: Readonly<Record<string, WriteRefusal>> = {
  '25006': 'read-only',
  '53100': 'disk full',
}

/** The questions to a database. Each must time out after some seconds. */
interface Questions {
  /** True when the database takes no writes by a setting or as a standby. */
  readonly isReadOnly: (on: { readonly newConnection: boolean }) => Promise<boolean>
  /** Writes more than the last pages of tables have room for, and keeps nothing of it. */
  readonly tryWriting: () => Promise<unknown>
  /** The machines of a database that is spread over several, which it does not reach. */
  readonly lostWorkers?: () => Promise<readonly string[]>
}

/**
 * Says of a database that it answers, and that it takes writes. A refusal is noticed from the
 * statements that met it, and a read-only database by asking too. It ends when a new connection may
 * write, or when a write that needs room succeeds.
 */
export class Readiness {
  readonly #questions: Questions
  readonly #clock: Clock
  #known: DatabaseState | null = null
  #asking: Promise<DatabaseState> | null = null
  #lost: readonly string[] = []
  #isLooking = false
  /** True when a connection was refused a write: the one that asks may be older than the reason. */
  #isRefused = false
  /** When a write last met a full disk. */
  #fullAt: number | null = null

  constructor(questions: Questions, clock = ofMachine) {
    this.#questions = questions
    this.#clock = clock
  }

  /** The reason of refused writes, as far as it is known; null while they are taken. */
  get refusal(): WriteRefusal | null {
    return writeRefusals.find((refusal) => refusal === this.#known) ?? null
  }

  /** The machines that were not reached at the last look: their players are refused, others are not. */
  get lostWorkers(): readonly string[] {
    return this.#lost
  }

  /** Takes note of a failed statement. */
  readonly note = (error: unknown): void => {
    const { code } = (error ?? {}) as { readonly code?: unknown }
    const refusal = refusalOf[String(code)]
    if (refusal === undefined) return
    if (refusal === 'read-only') this.#isRefused = true
    else this.#fullAt = this.#moment()
    this.#known = refusal
  }

  /**
   * Asks the database. The answer comes within 200 milliseconds: while a question is on its way,
   * the last answer counts.
   */
  async ask(): Promise<DatabaseState> {
    void this.#lookForWorkers()
    this.#asking ??= this.#look().then((state) => {
      this.#known = state
      this.#asking = null
      return state
    })
    return this.#known === null
      ? this.#asking
      : Promise.race([this.#asking, pause(answerWithin, this.#known, { ref: false })])
  }

  /** The same in words; 'ok' where nothing is missing. */
  async describe(): Promise<string> {
    const state = await this.ask()
    if (state === 'unreachable') return 'database unreachable'
    if (this.#lost.length > 0) return `database workers unreachable: ${this.#lost.join(', ')}`
    return state === 'ready' ? 'ok' : `database takes no writes: ${state}`
  }

  /** Waits for no machine: the next question has what this one finds. */
  async #lookForWorkers(): Promise<void> {
    if (this.#isLooking || this.#questions.lostWorkers === undefined) return
    this.#isLooking = true
    // A database that does not answer is no worker's fault.
    this.#lost = await this.#questions.lostWorkers().catch(() => [])
    this.#isLooking = false
  }

  #moment(): number {
    return this.#clock.now().getTime()
  }

  async #look(): Promise<DatabaseState> {
    const newConnection = this.#isRefused
    this.#isRefused = false
    try {
      if (await this.#questions.isReadOnly({ newConnection })) return 'read-only'
    } catch {
      this.#isRefused ||= newConnection
      return 'unreachable'
    }
    if (this.#fullAt !== null && this.#moment() - this.#fullAt >= calm) {
      this.#fullAt = this.#moment()
      await this.#questions.tryWriting().then(() => (this.#fullAt = null), this.note)
    }
    return this.#fullAt === null ? 'ready' : 'disk full'
  }
}
