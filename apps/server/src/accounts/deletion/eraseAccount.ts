import { listFormerAddresses } from '../../database/accounts/credentials.ts'
import { type DeletionRequest, erasePlayer } from '../../database/operations/erasePlayer.ts'
import type { Executor } from '../../database/schema/executor.ts'
import type { Player } from '../../database/accounts/players.ts'
import type { Deployment } from '../../deployments/deployments.ts'
import { accountDeletedMail } from '../../mail/mails.ts'
import { mailLanguageOf } from '../../mail/mailLanguageOf.ts'
import { listUnconfirmed } from '../../database/accounts/unconfirmedPlayers.ts'
import type { ClientContext } from '../../http/clientContext.ts'
import type { AccountServices } from '../accountServices.ts'

/**
 * Erases an account and all its data in a transaction, notifies the clients and sends the farewell
 * mail, in the language of the client if the player chose none. Returns the player as it was; null when
 * another request erased it first.
 */
export async function eraseAccount(
  {
    clock,
    events,
    outbox,
    uploads,
  }: Pick<AccountServices, 'clock' | 'events' | 'outbox' | 'uploads'>,
  transaction: Executor,
  deployment: Deployment,
  playerId: number,
  request: DeletionRequest,
  client: ClientContext | null,
): Promise<Player | null> {
  // This comes first: the erasure removes the clients to notify.
  await events.publish(transaction, deployment, { type: 'account.deleted', playerId })
  const former = await listFormerAddresses(transaction, deployment.name, playerId)
  const player = await erasePlayer(transaction, deployment.name, playerId, request, clock.now())
  if (!player) return null
  await uploads.discard(transaction, player)
  await outbox.forget(transaction, { deployment: deployment.name, email: player.email, former })
  const language = mailLanguageOf(deployment, player, client)
  const content = accountDeletedMail(deployment, { username: player.username, language })
  const owner = { deployment: deployment.name, playerId }
  await outbox.postLater(transaction, owner, player.email, content)
  return player
}

/**
 * Erases the unverified accounts of this address with their passwords and links. The owner of the
 * address inherits nothing that an intruder has prepared.
 */
export async function removeUnverifiedAccounts(
  transaction: Executor,
  deployment: string,
  email: string,
  now: Date,
): Promise<void> {
  const withoutReason = { deletionTypeId: null, reason: null }
  for (const id of await listUnconfirmed(transaction, deployment, email)) {
    await erasePlayer(transaction, deployment, id, withoutReason, now)
  }
}
