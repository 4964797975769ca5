import { inTransaction } from '../../database/transactions/inTransaction.ts'
import { handler } from '../handler.ts'
import { unblockFor } from './blocking.ts'

/**
 * Unblocks a player for the caller. Every player whom the caller has not blocked counts as missing,
 * so the answer reveals no accounts.
 */
export const unblock = handler(
  'unblock',
  async ({ input: { body }, deployment, services, caller, refuse }) => {
    const block = { playerId: caller.player_id, blockedId: body.userBlockedId }
    const isRemoved = await inTransaction(services.database.kysely, (transaction) =>
      unblockFor(services, transaction, deployment, block),
    )
    if (!isRemoved) throw refuse('ERROR_USER_NOT_EXISTS')
    return {}
  },
)
