import { handler } from '../services/handler.ts'
import { block as blockFor } from './blocking.ts'

/**
 * Blocks a player for the caller, as an unblocking is taken back. A player who does not exist, and
 * the caller's own id, are answered alike, so the answer reveals no accounts.
 */
export const block = handler('block', async ({ input: { body }, deployment, services, caller }) => {
  const order = { playerId: caller.player_id, blockedId: body.BlockedUserId }
  await services.database.kysely
    .transaction()
    .execute((transaction) => blockFor(services, transaction, deployment, order))
  return {}
})
