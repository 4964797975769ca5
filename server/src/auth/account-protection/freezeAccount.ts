import { lockPlayer, markFrozen } from '../../database/accounts/credentials.ts'
import type { Player } from '../../database/accounts/players.ts'
import type { Executor } from '../../database/schema/executor.ts'
import { type MailedActContext, recordAct } from '../acts/recordAct.ts'
import type { Acted } from '../acts/securityActs.ts'

/**
 * Freezes an account, as part of a transaction: everything that another person may hold of it ends, here and at
 * every client, no log-in opens a session, and the way back is mailed to the present address. The password and the known
 * browsers stay: with one of these, the link needs no number. A frozen account stays as it is; answers
 * whether this froze it.
 */
export async function freezeAccount(
  context: MailedActContext,
  transaction: Executor,
  { id }: Pick<Player, 'id'>,
  by: Pick<Acted<'frozen'>, 'actor' | 'family'>,
): Promise<boolean> {
  const { deployment, services } = context
  const player = await lockPlayer(transaction, deployment.name, id)
  if (!player || player.frozen_at !== null) return false
  await recordAct(context, transaction, player, { act: 'frozen', shown: {}, ...by })
  await markFrozen(transaction, deployment.name, id, services.clock.now())
  return true
}
