import { inTransaction } from '../../database/transactions/inTransaction.ts'
import { handler } from '../handler.ts'
import { block as blockFor, countBlockChange } from './blocking.ts'

/**
 * Blocks a player for the caller, as an unblocking is taken back: by the rules, and out of the rate
 * limit, of a client's block. Refuses a player who is missing or the caller, and a full list.
 */
export const block = handler(
  'block',
  async ({ input: { body }, deployment, services, caller, refuse }) => {
    const order = { playerId: caller.player_id, blockedId: body.BlockedUserId }
    await countBlockChange(services, deployment, order.playerId)
    const outcome = await inTransaction(services.database.kysely, (transaction) =>
      blockFor(services, transaction, deployment, order),
    )
    if (outcome === 'missing') throw refuse('ERROR_USER_NOT_EXISTS', { property: 'BlockedUserId' })
    if (outcome === 'full') throw refuse('ERROR_NOT_ALLOWED', { property: 'BlockedUserId' })
    return {}
  },
)
