import type { Player } from '../../database/accounts/players.ts'
import { changeRows, type Executor } from '../../database/schema/executor.ts'
import type { ActedBy } from './securityActs.ts'
import { type MailedActContext, recordMailedAct } from './recordAct.ts'
import type { MailedPlayer } from './securityMails.ts'

/**
 * Cancels the deletion of a player that waits, as part of a transaction that has locked the player: who gets
 * in, or opens the account, keeps it. The player is told. Without one nothing happens.
 */
export async function cancelDeletion(
  context: MailedActContext,
  transaction: Executor,
  player: MailedPlayer & Pick<Player, 'deletion_due_at'>,
  by: Pick<ActedBy['deletion-cancelled'], 'actor'> = {},
): Promise<void> {
  if (player.deletion_due_at === null) return
  const own = { deployment: player.deployment, id: player.id }
  const none = { deletion_due_at: null, deletion_type_id: null, deletion_reason: null }
  await changeRows(transaction, 'players', own, none)
  const act = { act: 'deletion-cancelled', shown: {}, ...by } as const
  await recordMailedAct(context, transaction, player, act)
}
