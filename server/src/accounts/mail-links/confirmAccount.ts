import type { Executor } from '../../database/schema/executor.ts'
import { confirmPlayer, findById, proveEmail } from '../../database/accounts/players.ts'
import type { EmailProof } from '../../database/schema/values.ts'
import type { Deployment } from '../../tenants/deployments.ts'
import type { AccountServices } from '../accountServices.ts'

/**
 * Confirms an account, whose address was just proven; of a confirmed one it keeps the better proof.
 * Clients hear of the account now, and not when a visitor typed an address into a form. Throws a
 * ValueTakenError when another account has the address.
 */
export async function confirmAccount(
  { clock, events }: Pick<AccountServices, 'clock' | 'events'>,
  transaction: Executor,
  deployment: Deployment,
  playerId: number,
  proof: EmailProof,
): Promise<void> {
  const { name } = deployment
  const isNew = await confirmPlayer(transaction, name, playerId, clock.now())
  await proveEmail(transaction, name, playerId, proof)
  if (!isNew) return
  const player = await findById(transaction, name, playerId)
  if (!player) return
  const { username } = player
  await events.publish(transaction, deployment, { type: 'account.created', playerId, username })
}
