import { lockPlayer } from '../../database/accounts/credentials.ts'
import { findById, type Player } from '../../database/accounts/players.ts'
import { type AccessTokenFound, isRevoked } from '../../database/auth/sessionStatements.ts'
import type { Executor } from '../../database/schema/executor.ts'
import { inTransaction } from '../../database/transactions/inTransaction.ts'
import { UnauthorizedError } from '../../http/authenticate.ts'
import { refuse } from '../../platform/apiError.ts'
import type { Deployment } from '../../deployments/deployments.ts'
import type { AuthServices } from '../authServices.ts'

interface Context {
  readonly deployment: Deployment
  readonly services: Pick<AuthServices, 'database'>
  readonly caller: AccessTokenFound
}

/** The caller's row. Refuses a partner's player, who has no password and no factors here. */
export async function findCallerWithoutPartner({
  deployment,
  services,
  caller,
}: Context): Promise<Player> {
  const player = await findById(services.database.kysely, deployment.name, caller.player_id)
  if (!player || player.auth_type === 2) throw refuse('ERROR_NOT_ALLOWED')
  return player
}

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
  if (player && (await isRevoked(transaction, name, caller))) throw new UnauthorizedError()
  return player
}

/** Runs a change of the account in a transaction, its row locked first. Refuses when it is gone. */
export function withLockedCaller<T>(
  { deployment, services, caller }: Context,
  change: (transaction: Executor, player: Player) => Promise<T>,
): Promise<T> {
  return inTransaction(services.database.kysely, async (transaction) => {
    const player = await lockCaller(transaction, deployment, caller)
    if (!player) throw refuse('ERROR_NOT_ALLOWED')
    return change(transaction, player)
  })
}
