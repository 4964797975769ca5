import type { Kysely, Transaction } from 'kysely'
import { type EventLog, logEvent } from '../../platform/observability/events.ts'
import type { Executor } from '../schema/executor.ts'
import type { Tables } from '../schema/rows.ts'
import { repeatOnConflict } from './repeatOnConflict.ts'

type Callback = () => unknown

const callbacks = new WeakMap<object, Callback[]>()

/**
 * Runs statements in a transaction, which commits when `act` resolves and rolls back when it throws. A
 * conflict with another transaction (a deadlock, or a serialization failure) begins it again, three
 * times at most with a random pause: `act` may run more than once, and must change nothing but rows.
 */
export async function inTransaction<T>(
  kysely: Kysely<Tables>,
  act: (transaction: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  const { result, waiting } = await repeatOnConflict(async () => {
    const waiting: Callback[] = []
    const result = await kysely.transaction().execute((transaction) => {
      callbacks.set(transaction, waiting)
      return act(transaction)
    })
    return { result, waiting }
  })
  // The embedded database works in this thread: many transactions in a row would let no request in.
  await new Promise((go) => void setImmediate(go))
  // Beyond what begins again: the rows are written.
  for (const callback of waiting) await callback()
  return result
}

/**
 * Calls back once the transaction has committed, never when it rolls back; at once without one. The
 * act is done: an error of the callback is logged.
 */
export async function afterCommit(
  executor: Executor | null,
  log: EventLog,
  callback: Callback,
): Promise<void> {
  const attempt = async () => {
    try {
      await callback()
    } catch (error) {
      logEvent(log, 'transaction.callback_failed', { err: error })
    }
  }
  if (executor?.isTransaction !== true) return attempt()
  const waiting = callbacks.get(executor)
  if (waiting === undefined) throw new Error('This transaction was not begun by inTransaction.')
  waiting.push(attempt)
}
