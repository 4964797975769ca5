import { removeBlock } from '../../database/preferences/blocks.ts'
import { handler } from '../services/handler.ts'

/**
 * Unblocks a player for the caller. Every player whom the caller has not blocked counts as missing,
 * so the answer reveals no accounts.
 */
export const unblock = handler(
  'unblock',
  async ({ input: { body }, deployment, services, caller, refuse }) => {
    const { kysely } = services.database
    const { player_id } = caller
    const isRemoved = await removeBlock(kysely, deployment.name, player_id, body.userBlockedId)
    if (!isRemoved) throw refuse('ERROR_USER_NOT_EXISTS')
    return {}
  },
)
