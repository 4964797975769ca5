import {
  type ActRun,
  beatRun,
  countEntry,
  endRun,
  insertRun,
  type OwnRun,
} from '../../../database/staff/actRuns.ts'
import type { OrderKey } from '../../../database/staff/repeatedOrders.ts'
import type { Executor } from '../../../database/schema/executor.ts'
import { inTransaction } from '../../../database/transactions/inTransaction.ts'
import { SettingsError } from '../../../platform/config/settings.ts'
import { isSealedBy, seal, unseal } from '../../../platform/crypto/seal.ts'
import { logEvent } from '../../../platform/observability/events.ts'
import { nodeNameOf } from '../../versions/versionStore.ts'
import { refused } from './actAnswer.ts'
import { ActRefusedError } from './actRefusedError.ts'
import { answerRepeatable } from './repeatedOrder.ts'
import type { ActServices, Audit, Author } from './run.ts'

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
export class RunInHand {
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

  /** Counts what is done so far with each entry of the audit log, and does nothing that is another's. */
  counting(audit: Audit): Audit {
    return async (transaction, audited) => {
      if (!(await countEntry(transaction, this.#own))) throw this.#lost()
      await audit(transaction, audited)
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
        if (isRefused) return
        const broken = { answer: refused('BROKEN_OFF', message), about: null }
        await answerRepeatable(this.#key, broken, this.#services, transaction)
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
  readonly order: object
  readonly author: Author
  readonly key: OrderKey | null
}

/** Keeps what another server needs to take a run over, under the server's key. */
export async function insertTask(
  { key: keys, settings }: ActServices,
  transaction: Executor,
  own: OwnRun,
  { act, order, author: { who, why, way }, key }: Begun,
): Promise<void> {
  const task: Task = {
    order,
    who,
    why,
    way: { ...way, staff_key: way.staff_key?.toString('hex') ?? null },
    key: key && {
      staff_key: key.staff_key.toString('hex'),
      key_hash: key.key_hash.toString('hex'),
    },
  }
  const task_sealed = seal({ ...own, act, ...task }, keys.console)
  await insertRun(transaction, { ...own, act, node: nodeNameOf(settings), task_sealed })
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
