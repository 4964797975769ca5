import { setTimeout as pause } from 'node:timers/promises'
import { randomInt } from '../../platform/crypto/random.ts'
import { isConflict } from '../errors/databaseErrors.ts'

/** How often a transaction begins again, and the longest pause before the first time, in milliseconds. */
const [mostRetries, firstPause] = [3, 20]

const listeners = new Set<(code: string) => void>()

/**
 * Runs a whole transaction, which may be a single statement. A conflict with another one (a deadlock,
 * or a serialization failure) has undone it: it begins again, three times at most with a random
 * pause.
 */
export async function repeatOnConflict<T>(act: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await act()
    } catch (error) {
      if (!isConflict(error) || tries === mostRetries) throw error
      for (const listener of listeners) listener((error as { code: string }).code)
      await pause(randomInt(firstPause * 2 ** tries))
    }
  }
}

/** Calls a listener for each transaction that begins again, with PostgreSQL's code; returns its end. */
export function onTransactionRetry(listener: (code: string) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
