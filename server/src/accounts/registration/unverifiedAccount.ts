import { erasePlayer } from '../../database/operations/erasePlayer.ts'
import type { Executor } from '../../database/connection/openDatabase.ts'
import { findByEmail, type Player } from '../../database/accounts/players.ts'

/** Whether an account was made with an address that nobody has proven to be theirs. */
export function isUnverified(player: Player | undefined): boolean {
  return player !== undefined && player.auth_type === 1 && player.confirmed_at === null
}

/**
 * Erases the account, if any, that somebody made with an address without proving it, its password
 * and links included: the owner of the address inherits nothing that a stranger has prepared.
 */
export async function removeUnverifiedAccount(
  transaction: Executor,
  deployment: string,
  email: string,
  now: Date,
): Promise<void> {
  const holder = await findByEmail(transaction, deployment, email)
  if (!holder || !isUnverified(holder)) return
  const withoutReason = { deletionTypeId: null, reason: null }
  await erasePlayer(transaction, deployment, holder.id, withoutReason, now)
}
