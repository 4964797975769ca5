import { removeBlock } from '../../database/preferences/blocks.ts'
import { handler } from '../handler.ts'

/**
 * Lets a player in again whom the caller has blocked. Whoever is not blocked by the caller does not
 * exist here: the answer never tells who else does.
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
