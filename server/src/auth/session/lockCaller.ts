import { lockPlayer } from '../../database/accounts/credentials.ts'
import type { Player } from '../../database/accounts/players.ts'
import { type AccessTokenFound, isRevoked } from '../../database/auth/sessions.ts'
import type { Executor } from '../../database/schema/executor.ts'
import { UnauthorizedError } from '../../http/authenticate.ts'
import type { Deployment } from '../../tenants/deployments.ts'

/**
 * Locks the caller's row for a change of the account; undefined when the account is gone. Throws an
 * UnauthorizedError when the session has ended since the call began: of a thief's change and the
 * owner's new password at one moment, one waits here for the other.
 */
export async function lockCaller(
  transaction: Executor,
  { name }: Deployment,
  caller: Pick<AccessTokenFound, 'player_id' | 'session_id'>,
): Promise<Player | undefined> {
  const player = await lockPlayer(transaction, name, caller.player_id)
  if (player && (await isRevoked(transaction, name, caller))) {
    throw new UnauthorizedError()
  }
  return player
}
