import {
  type ActRun,
  beatRun,
  countNoted,
  endRun,
  insertRun,
  type OwnRun,
} from '../../database/staff/actRuns.ts'
import { answerOrder, type OrderKey } from '../../database/staff/repeatedOrders.ts'
import type { Executor } from '../../database/schema/executor.ts'
import { inTransaction } from '../../database/transactions/inTransaction.ts'
import { SettingsError } from '../../platform/config/settings.ts'
import { randomUUID } from '../../platform/crypto/random.ts'
import { isSealedBy, seal, unseal } from '../../platform/crypto/seal.ts'
import { logEvent } from '../../platform/observability/events.ts'
import { nodeNameOf } from '../../versions/versionStore.ts'
import { refused } from './actAnswer.ts'
import { ActRefusedError } from './actRefusedError.ts'
import type { ActServices, Author, Cause, Note } from './actTypes.ts'
import { begin } from './cause.ts'

/** Milliseconds between two signs of life of a run. */
const beat = 10_000

/** What another server needs to take a long act over. */
export interface Task {
  readonly order: object
  readonly who: string
  readonly why: string
  readonly way: Omit<Author['way'], 'staff_key'> & { readonly staff_key: string | null }
  /** Hexadecimal, of the order that may be repeated; null without one. */
  readonly key: { readonly staff_key: string; readonly key_hash: string } | null
}

/** Another server has taken the run over, because this one gave no sign of life. */
class RunLostError extends Error {
  override readonly name = 'RunLostError'
}

/**
 * A long act under way in this process. Others see by its signs of life that it goes on: a server that
 * dies leaves a run that another one goes on with, or calls failed (takeOverRuns).
 */
export class LongRun {
  readonly #services: ActServices
  readonly #own: OwnRun
  readonly #key: OrderKey | null
  readonly #beats: NodeJS.Timeout

  constructor(services: ActServices, own: OwnRun, key: OrderKey | null) {
    this.#services = services
    this.#own = own
    this.#key = key
    const { kysely } = services.database
    // A sign that does not get through is late at the next one.
    const giveSign = () => void beatRun(kysely, own).catch(() => undefined)
    this.#beats = setInterval(giveSign, beat).unref()
  }

  get id(): string {
    return this.#own.id
  }

  /** Counts what is done so far with each entry of the audit log, and does nothing that is another's. */
  noteBy(note: Note): Note {
    return async (transaction, noted) => {
      if (!(await countNoted(transaction, this.#own))) throw this.#lost()
      await note(transaction, noted)
    }
  }

  /** From now on it ends, and gives no sign of life any more. */
  stopBeating(): void {
    clearInterval(this.#beats)
  }

  /** Notes that the act is done. */
  async end(transaction: Executor, message: string): Promise<void> {
    if (!(await endRun(transaction, this.#own, { state: 'done', message }))) throw this.#lost()
  }

  /** Notes that the act was refused, or broke off; what was done so far stays. */
  async fail(error: unknown): Promise<void> {
    this.stopBeating()
    if (error instanceof RunLostError) return
    const isRefused = error instanceof ActRefusedError || error instanceof SettingsError
    const message = isRefused ? error.message : 'It broke off: the log of the server says why.'
    const { database, log } = this.#services
    try {
      await inTransaction(database.kysely, async (transaction) => {
        await endRun(transaction, this.#own, { state: 'failed', message })
        if (!isRefused) await answerBrokenOff(this.#services, transaction, this.#key, message)
      })
    } catch (cause) {
      // Another server will call it failed.
      logEvent(log, 'act.failed', { err: cause })
    }
  }

  #lost(): RunLostError {
    return new RunLostError(`Another server goes on with run ${this.#own.id}.`)
  }
}

interface Begun {
  readonly act: string
  readonly deployment: string
  readonly order: object
  readonly author: Author
  readonly cause: Cause
}

/** Begins a long act, in one transaction with the first step of its cause. */
export async function beginLongRun(
  services: ActServices,
  { act, deployment, order, author: { who, why, way }, cause }: Begun,
): Promise<LongRun> {
  const { database, key: keys, settings } = services
  // What is approved goes on under the id of its request.
  const id = cause.kind === 'approval' ? cause.approval.id : randomUUID()
  const own = { deployment, id, holder: randomUUID() }
  const orderKey = cause.kind === 'staff' ? cause.repeatable : null
  const task: Task = {
    order,
    who,
    why,
    way: { ...way, staff_key: way.staff_key?.toString('hex') ?? null },
    key:
      orderKey === null
        ? null
        : {
            staff_key: orderKey.staff_key.toString('hex'),
            key_hash: orderKey.key_hash.toString('hex'),
          },
  }
  const node = nodeNameOf(settings)
  await inTransaction(database.kysely, async (transaction) => {
    await begin(cause, services, transaction)
    const task_sealed = seal({ ...own, act, ...task }, keys.console)
    await insertRun(transaction, { ...own, act, node, task_sealed })
  })
  return new LongRun(services, own, orderKey)
}

/** The task of a run; null where the row was changed past the server, or has a key that is no longer ours. */
export function taskOf(
  { deployment, id, act, task_sealed }: ActRun,
  { key }: ActServices,
): Task | null {
  const sealed = task_sealed ?? ''
  if (!key.console.some((each) => isSealedBy(sealed, each))) return null
  const task = unseal(sealed, key.console) as Task & Pick<ActRun, 'deployment' | 'id' | 'act'>
  const isIts = task.deployment === deployment && task.id === id && task.act === act
  return isIts ? task : null
}

/** Who repeats an order that broke off learns so. */
export async function answerBrokenOff(
  { key: keys }: ActServices,
  executor: Executor,
  orderKey: OrderKey | null,
  message: string,
): Promise<void> {
  if (orderKey === null) return
  const answer_sealed = seal(refused('BROKEN_OFF', message), keys.console)
  await answerOrder(executor, orderKey, { answer_sealed, about: null })
}
