import { addBlock } from '../../database/preferences/blocks.ts'
import { handler } from '../services/handler.ts'

/**
 * Blocks a player for the caller, as an unblocking is taken back. A player who does not exist, and
 * the caller's own id, are answered alike, so the answer reveals no accounts.
 */
export const block = handler('block', async ({ input: { body }, deployment, services, caller }) => {
  const { kysely } = services.database
  await addBlock(
    kysely,
    deployment.name,
    caller.player_id,
    body.BlockedUserId,
    services.clock.now(),
  )
  return {}
})
