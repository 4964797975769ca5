import { lockPlayer, markFrozen, setPassword } from '../../database/accounts/credentials.ts'
import type { Player } from '../../database/accounts/players.ts'
import { takeSafetyLink } from '../../database/auth/safetyLinks.ts'
import { afterCommit, inTransaction } from '../../database/transactions/inTransaction.ts'
import type { SecretLookup } from '../../platform/crypto/playerSecret.ts'
import { recordAct } from '../acts/recordAct.ts'
import type { AuthContext } from '../handler.ts'
import { freezeAccount } from './freezeAccount.ts'
import type { SafetyProof } from './safetyProof.ts'

type Context = Pick<AuthContext<never>, 'deployment' | 'services' | 'clientContext' | 'report'>

/** With what an account is opened. */
interface Opening {
  /** Of the new password; null where the account has none. */
  readonly hash: string | null
  /** The second factor; null where none is asked. */
  readonly proof: SafetyProof | null
}

/** Freezes an account by a link. False when the link is over by now. */
export function freezeByLink(
  context: Context,
  link: SecretLookup,
  { id }: Player,
): Promise<boolean> {
  const { deployment, services } = context
  return inTransaction(services.database.kysely, async (transaction) => {
    const player = await lockPlayer(transaction, deployment.name, id)
    if (!player) return false
    const at = services.clock.now()
    if (!(await takeSafetyLink(transaction, player, link, 'freeze', at))) return false
    await freezeAccount(context, transaction, player, { actor: 'mail' })
    return true
  })
}

/**
 * Opens a frozen account by a link, with a new password where it has one, and its second factor where it
 * asks for one. It opens no session. False when the link is over by now, or the account open. Throws the
 * refusal of a factor that is worth nothing by now; the account stays frozen then.
 */
export async function unfreezeByLink(
  context: Context,
  link: SecretLookup,
  { id }: Player,
  { hash, proof }: Opening,
): Promise<boolean> {
  const { deployment, services } = context
  const { name } = deployment
  const outcome = await inTransaction(services.database.kysely, async (transaction) => {
    const player = await lockPlayer(transaction, name, id)
    if (!player || player.frozen_at === null) return false
    // What could not be spent leaves its traces, and the link for another try.
    const refusal = await proof?.spend(transaction, player)
    if (refusal) return refusal
    if (!(await takeSafetyLink(transaction, player, link, 'unfreeze', services.clock.now()))) {
      return false
    }
    const act = { act: 'unfrozen', shown: {}, actor: 'mail', setsPassword: hash !== null } as const
    await recordAct(context, transaction, player, act)
    if (hash !== null) await setPassword(transaction, name, id, hash, services.clock.now())
    await markFrozen(transaction, name, id, null)
    if (proof) await afterCommit(transaction, services.log, proof.forgive)
    return true
  })
  if (typeof outcome === 'function') throw await outcome()
  return outcome
}
