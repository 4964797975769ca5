import { type Departure, erasePlayer } from '../../database/accounts/erasePlayer.ts'
import type { Executor } from '../../database/connection/openDatabase.ts'
import type { Player } from '../../database/accounts/players.ts'
import type { Deployment } from '../../tenants/deployments.ts'
import { reached } from '../../platform/killPoint.ts'
import { farewell } from '../../mail/farewell.ts'
import type { Services } from '../../services.ts'

/**
 * Erases an account and everything around it in a transaction, tells the sites and says farewell by
 * mail. Answers the player as it was; null when somebody was faster.
 */
export async function eraseAccount(
  { clock, events, outbox }: Services,
  transaction: Executor,
  deployment: Deployment,
  playerId: number,
  departure: Departure,
): Promise<Player | null> {
  // First: whom a player has let know something is forgotten with the player.
  await events.tell(transaction, deployment, { type: 'account.deleted', playerId })
  reached('deletion: sites told')
  const player = await erasePlayer(transaction, deployment.name, playerId, departure, clock.now())
  if (!player) return null
  reached('deletion: player erased')
  await outbox.forget(transaction, deployment.name, player.email)
  reached('deletion: mails forgotten')
  const content = farewell(deployment, player.username)
  await outbox.post(transaction, deployment.name, player.email, content)
  reached('deletion: farewell posted')
  return player
}
