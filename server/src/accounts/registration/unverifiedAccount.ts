import { erasePlayer } from '../../database/operations/erasePlayer.ts'
import type { Executor } from '../../database/connection/openDatabase.ts'
import { findByEmail, type Player } from '../../database/accounts/players.ts'

/** Returns whether the address of an account was never verified. */
export function isUnverified(player: Player | undefined): boolean {
  return player !== undefined && player.auth_type === 1 && player.confirmed_at === null
}

/**
 * Erases an unverified account of this address, if there is one, with its password and links. The
 * owner of the address inherits nothing that an intruder has prepared.
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
