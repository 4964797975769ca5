import { deleteAttempts } from '../../database/auth/attempts.ts'
import { findById, keyOf } from '../../database/accounts/players.ts'
import type { Executor } from '../../database/schema/executor.ts'

/* What guesses at an account are counted by. */

const ofAccounts = ['wrongPasswords', 'wrongPasswordsWithProof'] as const

/** The name of an account where its id names it. */
export function idName(playerId: number): string {
  return `id ${playerId}`
}

/** The account itself, under whatever name it was typed. */
export function playerSubject(playerId: number): string {
  return `player ${playerId}`
}

/** A name as it was typed, with an account or without one. */
export function nameSubject(name: string): string {
  return `name ${keyOf(name)}`
}

/**
 * Forgets what unknown visitors have guessed at an account, under each of its names. Its owner has proven the
 * mailbox and set a new password, at which nobody has guessed yet.
 */
export async function clearGuesses(
  transaction: Executor,
  deployment: string,
  playerId: number,
): Promise<void> {
  const player = await findById(transaction, deployment, playerId)
  if (!player) return
  const names = [idName(playerId), player.username, player.email]
  const subjects = [playerSubject(playerId), ...names.map(nameSubject)]
  await deleteAttempts(transaction, deployment, ofAccounts, subjects)
}
