import type { Executor } from '../../database/connection/openDatabase.ts'
import { confirmPlayer, findById } from '../../database/accounts/players.ts'
import type { Deployment } from '../../tenants/deployments.ts'
import type { AccountServices } from '../services/accountServices.ts'

/**
 * Confirms an account, whose address was just verified; a confirmed one stays as it is. Clients
 * hear of the account now, and not when a visitor typed an address into a form.
 */
export async function confirmAccount(
  { clock, events }: Pick<AccountServices, 'clock' | 'events'>,
  transaction: Executor,
  deployment: Deployment,
  playerId: number,
): Promise<void> {
  const { name } = deployment
  if (!(await confirmPlayer(transaction, name, playerId, clock.now()))) return
  const player = await findById(transaction, name, playerId)
  if (!player) return
  const { username } = player
  await events.publish(transaction, deployment, { type: 'account.created', playerId, username })
}
