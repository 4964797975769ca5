import { findById, type Player } from '../../database/accounts/players.ts'
import { endSecondSteps, endTrust } from '../../database/auth/endOpenProofs.ts'
import { writeFactors } from '../../database/auth/factors.ts'
import { inTransaction } from '../../database/transactions/inTransaction.ts'
import type { Executor } from '../../database/schema/executor.ts'
import { refuse } from '../../platform/apiError.ts'
import { recordAct } from '../acts/recordAct.ts'
import type { Acted } from '../acts/securityActs.ts'
import type { AuthContext } from '../handler.ts'
import { lockCaller } from '../session/lockCaller.ts'
import { type ProvenAct, requireRecentAuth } from '../password/requireRecentAuth.ts'
import { mayMail } from '../acts/securityMails.ts'

export type FactorContext = Pick<
  AuthContext<'setTwoStep'>,
  'deployment' | 'rules' | 'services' | 'caller' | 'clientContext' | 'response' | 'report'
>

type FactorAct = Acted<'app-added' | 'app-removed' | 'codes-made' | 'two-step-on' | 'two-step-off'>

export interface FactorChange<T> {
  readonly answer: T
  /** The player's factors from now on, as `factorBits` reads them. */
  readonly factors: number
  /** They are mailed within the limit, unless they say otherwise. */
  readonly acts: readonly (FactorAct & { readonly isMailed?: false })[]
}

/** Refuses a caller who may not change factors: a partner proves its players, and the proof is fresh. */
export async function requireOwner(context: FactorContext, act: ProvenAct): Promise<Player> {
  const { deployment, services, caller } = context
  const player = await findById(services.database.kysely, deployment.name, caller.player_id)
  if (!player || player.auth_type === 2 || caller.partner !== null) {
    throw refuse('ERROR_NOT_ALLOWED')
  }
  requireRecentAuth(context, act)
  return player
}

/** Refuses where strong sign-in is neither offered nor in use: nothing was read yet. */
export function requireOffered({ rules, caller }: Pick<FactorContext, 'rules' | 'caller'>): void {
  if (!rules.offersStrongSignIn && caller.factors === 0) throw refuse('ERROR_NOT_ALLOWED')
}

/**
 * Changes the caller's factors in one transaction with their acts. Where something was removed or switched,
 * no browser is trusted any more, and no log-in goes on that began before.
 */
export async function changeFactors<T>(
  context: FactorContext,
  change: (transaction: Executor, player: Player, at: Date) => Promise<FactorChange<T>>,
): Promise<T> {
  const { deployment, services, caller, response } = context
  const { name } = deployment
  const isMailed = await mayMail(context, caller.email, 'securityMails')
  const { answer, acts } = await inTransaction(services.database.kysely, async (transaction) => {
    const at = services.clock.now()
    const player = await lockCaller(transaction, deployment, caller)
    if (!player) throw refuse('ERROR_NOT_ALLOWED')
    const changed = await change(transaction, player, at)
    const bits = {
      with: changed.factors & ~player.factors,
      without: player.factors & ~changed.factors,
      since: at,
    }
    await writeFactors(transaction, name, player.id, bits)
    if (bits.without !== 0 || changed.acts.some(({ act }) => act === 'app-removed')) {
      await endTrust(transaction, name, player.id, at)
      await endSecondSteps(transaction, name, player.id, at)
    }
    for (const acted of changed.acts) {
      await recordAct(context, transaction, player, { isMailed, family: caller.family, ...acted })
    }
    return changed
  })
  // This browser stays known: the others were forgotten with their sessions.
  if (acts.some(({ act }) => act === 'two-step-on')) {
    response.setKnownBrowserCookie(caller.player_id)
  }
  return answer
}
