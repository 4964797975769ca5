import type { Executor } from '../../database/schema/executor.ts'
import { clearGuesses } from '../rate-limits/guesses.ts'
import { clearFactorTries } from '../second-factor/checkFactor.ts'

/** The counts of an account that keep its owner out, and went on until now. */
export interface Unlocked {
  readonly passwords: number
  readonly secondSteps: number
}

/**
 * Forgets the wrong passwords and the wrong second steps of an account, so that its owner may try again.
 * Limits of a network address or a browser stay: they name no account.
 */
export async function unlockAccount(
  transaction: Executor,
  deployment: string,
  playerId: number,
  now: Date,
): Promise<Unlocked> {
  return {
    passwords: await clearGuesses(transaction, deployment, playerId, now),
    secondSteps: await clearFactorTries(transaction, deployment, playerId, now),
  }
}
