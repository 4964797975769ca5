import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import { randomInt } from '../../platform/crypto/random.ts'
import { type EventLog, logEvent } from '../../platform/observability/events.ts'
import { isConflict } from '../errors/databaseErrors.ts'
import type { Tables } from '../schema/rows.ts'

/** How often a transaction begins again, and the longest pause before the first time, in milliseconds. */
const [mostRetries, firstPause] = [3, 20]

type Callback = () => unknown

const callbacks = new WeakMap<object, Callback[]>()
const listeners = new Set<(code: string) => void>()

/**
 * Runs statements in a transaction, which commits when `act` resolves and rolls back when it throws. A
 * conflict with another transaction (a deadlock, or a serialization failure) begins it again, three
 * times at most with a random pause: `act` may run more than once, and must change nothing but rows.
 */
export async function inTransaction<T>(
  kysely: Kysely<Tables>,
  act: (transaction: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  const { result, waiting } = await committed(kysely, act)
  // Beyond what begins again: the rows are written.
  for (const callback of waiting) await callback()
  return result
}

async function committed<T>(
  kysely: Kysely<Tables>,
  act: (transaction: Transaction<Tables>) => Promise<T>,
): Promise<{ readonly result: T; readonly waiting: readonly Callback[] }> {
  for (let tries = 0; ; tries += 1) {
    try {
      const waiting: Callback[] = []
      const result = await kysely.transaction().execute((transaction) => {
        callbacks.set(transaction, waiting)
        return act(transaction)
      })
      return { result, waiting }
    } catch (error) {
      if (!isConflict(error) || tries === mostRetries) throw error
      for (const listener of listeners) listener((error as { code: string }).code)
      await pause(randomInt(firstPause * 2 ** tries))
    }
  }
}

/**
 * Calls back once the transaction has committed, never when it rolls back; at once without one. The
 * act is done: an error of the callback is logged.
 */
export async function afterCommit(
  transaction: object | null,
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
  if (transaction === null) await attempt()
  else callbacks.get(transaction)?.push(attempt)
}

/** Calls a listener for each transaction that begins again, with PostgreSQL's code; returns its end. */
export function onTransactionRetry(listener: (code: string) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
