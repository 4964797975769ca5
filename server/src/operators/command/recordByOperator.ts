import { recordAct } from '../../auth/acts/recordAct.ts'
import type { Acted } from '../../auth/acts/securityActs.ts'
import type { Player } from '../../database/accounts/players.ts'
import type { Executor } from '../../database/schema/executor.ts'
import { deploymentNamed } from './deploymentNamed.ts'
import type { OperatorServices } from './operatorServices.ts'

type OperatorsAct = 'sessions-ended' | 'support-looked' | 'support-banned' | 'support-unbanned'

/** Records what an operator did to an account, in the act's transaction: its player reads it there. */
export async function recordByOperator(
  services: OperatorServices,
  transaction: Executor,
  player: Player,
  acted: Acted<OperatorsAct>,
): Promise<void> {
  const context = {
    deployment: deploymentNamed(services, player.deployment),
    services,
    clientContext: null,
  }
  await recordAct(context, transaction, player, { ...acted, actor: 'operator' })
}
