import type { Player } from '../../database/accounts/players.ts'
import { endCase, findLivingCase } from '../../database/auth/recoveryCases.ts'
import type { Executor } from '../../database/schema/executor.ts'
import type { ActedBy } from './securityActs.ts'
import { type MailedActContext, recordMailedAct } from './recordAct.ts'
import type { MailedPlayer } from './securityMails.ts'

type StoppedBy = Pick<ActedBy['recovery-stopped'], 'actor' | 'family'>

/**
 * Stops the recovery case of a player, as part of a transaction; the player learns of it where the case had
 * got as far as its wait, or an operator stops it. False where none goes on.
 */
export async function stopRecoveryCase(
  context: MailedActContext,
  transaction: Executor,
  player: MailedPlayer & Pick<Player, 'deployment' | 'id'>,
  by: StoppedBy,
): Promise<boolean> {
  const living = await findLivingCase(transaction, player)
  if (!living) return false
  const now = context.services.clock.now()
  if (!(await endCase(transaction, player, 'stopped', now))) return false
  if (living.due_at !== null || by.actor === 'operator') {
    await recordMailedAct(context, transaction, player, {
      act: 'recovery-stopped',
      shown: {},
      ...by,
    })
  }
  return true
}
