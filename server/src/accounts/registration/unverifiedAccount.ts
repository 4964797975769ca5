import { erasePlayer } from '../../database/operations/erasePlayer.ts'
import type { Executor } from '../../database/schema/executor.ts'
import { listUnconfirmed } from '../../database/accounts/unconfirmedPlayers.ts'

/**
 * Erases the unverified accounts of this address with their passwords and links. The owner of the
 * address inherits nothing that an intruder has prepared.
 */
export async function removeUnverifiedAccounts(
  transaction: Executor,
  deployment: string,
  email: string,
  now: Date,
): Promise<void> {
  const withoutReason = { deletionTypeId: null, reason: null }
  for (const id of await listUnconfirmed(transaction, deployment, email)) {
    await erasePlayer(transaction, deployment, id, withoutReason, now)
  }
}
