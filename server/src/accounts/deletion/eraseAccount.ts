import { type DeletionRequest, erasePlayer } from '../../database/operations/erasePlayer.ts'
import type { Executor } from '../../database/connection/openDatabase.ts'
import type { Player } from '../../database/accounts/players.ts'
import type { Deployment } from '../../tenants/deployments.ts'
import { farewell } from '../../mail/farewell.ts'
import type { AccountServices } from '../accountServices.ts'

/**
 * Erases an account and everything around it in a transaction, tells the sites and says farewell by
 * mail. Answers the player as it was; null when somebody was faster.
 */
export async function eraseAccount(
  { clock, events, outbox }: Pick<AccountServices, 'clock' | 'events' | 'outbox'>,
  transaction: Executor,
  deployment: Deployment,
  playerId: number,
  request: DeletionRequest,
): Promise<Player | null> {
  // First: whom a player has let know something is forgotten with the player.
  await events.tell(transaction, deployment, { type: 'account.deleted', playerId })
  const player = await erasePlayer(transaction, deployment.name, playerId, request, clock.now())
  if (!player) return null
  await outbox.forget(transaction, deployment.name, player.email)
  const content = farewell(deployment, player.username)
  await outbox.post(transaction, deployment.name, player.email, content)
  return player
}
