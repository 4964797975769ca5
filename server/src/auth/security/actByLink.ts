import { lockPlayer, markFrozen, setPassword } from '../../database/accounts/credentials.ts'
import { publishCredentials } from '../../webhooks/accessEvents.ts'
import type { Player } from '../../database/accounts/players.ts'
import { writeLedger } from '../../database/auth/ledger.ts'
import { takeSafetyLink } from '../../database/auth/safetyLinks.ts'
import { afterCommit, inTransaction } from '../../database/connection/inTransaction.ts'
import type { SoughtSecret } from '../../platform/crypto/playerSecret.ts'
import { distrust } from '../distrust/distrust.ts'
import { mailAbout } from '../notices/securityMails.ts'
import type { AuthContext } from '../services/handler.ts'
import { freezeAccount } from './freezeAccount.ts'
import type { SafetyProof } from './safetyProof.ts'

type Context = Pick<AuthContext<never>, 'deployment' | 'services' | 'clientContext'>

/** With what an account is opened. */
interface Opening {
  /** Of the new password; null where the account has none. */
  readonly hash: string | null
  /** The second factor; null where none is asked. */
  readonly proof: SafetyProof | null
}

/** Freezes an account by a link. False when the link is over by now. */
export function freezeByLink(
  { deployment, services, clientContext }: Context,
  link: SoughtSecret,
  { id }: Player,
): Promise<boolean> {
  return inTransaction(services.database.kysely, async (transaction) => {
    const player = await lockPlayer(transaction, deployment.name, id)
    if (!player) return false
    const at = services.clock.now()
    if (!(await takeSafetyLink(transaction, player, link, 'freeze', at))) return false
    const by = { actor: 'mail', visitor: clientContext, family: null } as const
    await freezeAccount(services, transaction, deployment, player, by)
    return true
  })
}

/**
 * Opens a frozen account by a link, with a new password where it has one, and its second factor where it
 * asks for one. It opens no session. False when the link is over by now, or the account open. Throws the
 * refusal of a factor that is worth nothing by now; the account stays frozen then.
 */
export async function unfreezeByLink(
  { deployment, services, clientContext }: Context,
  link: SoughtSecret,
  { id }: Player,
  { hash, proof }: Opening,
): Promise<boolean> {
  const { name } = deployment
  const outcome = await inTransaction(services.database.kysely, async (transaction) => {
    const player = await lockPlayer(transaction, name, id)
    if (!player || player.frozen_at === null) return false
    const at = services.clock.now()
    // What could not be spent leaves its traces, and the link for another try.
    const refusal = await proof?.spend(transaction, player)
    if (refusal) return refusal
    if (!(await takeSafetyLink(transaction, player, link, 'unfreeze', at))) return false
    const reason = hash === null ? 'sessions-ended' : 'password-recovered'
    await distrust(transaction, player, reason, at)
    if (hash !== null) await setPassword(transaction, name, id, hash, at)
    await markFrozen(transaction, name, id, null)
    await writeLedger(transaction, {
      deployment: name,
      playerId: id,
      at,
      act: 'unfrozen',
      actor: 'mail',
      visitor: clientContext,
      shown: {},
    })
    if (hash !== null) {
      const changed = { playerId: id, kind: 'password', change: 'update' } as const
      await publishCredentials(services, transaction, deployment, changed)
    }
    const event = { type: 'account.unfrozen', playerId: id } as const
    await services.events.publish(transaction, deployment, event)
    const mail = { name: 'unfrozen' } as const
    await mailAbout(services, transaction, deployment, player, mail, clientContext)
    if (proof) await afterCommit(transaction, services.log, proof.forgive)
    return true
  })
  if (typeof outcome === 'function') throw await outcome()
  return outcome
}
