import type { LedgerActor } from '@gatehouse/contract/activity'
import { lockPlayer, markFrozen } from '../../database/accounts/credentials.ts'
import type { Player } from '../../database/accounts/players.ts'
import { writeLedger } from '../../database/auth/ledger.ts'
import type { Executor } from '../../database/schema/executor.ts'
import type { ClientContext } from '../../http/clientContext.ts'
import type { Deployment } from '../../tenants/deployments.ts'
import type { AccountEvents } from '../../webhooks/accountEvents.ts'
import { distrust } from '../distrust/distrust.ts'
import { mailAbout, type SecurityMailServices } from '../notices/securityMails.ts'

export interface FreezeServices extends SecurityMailServices {
  readonly events: AccountEvents
}

/** Who freezes an account, and from where. */
export interface Freezer {
  readonly actor: LedgerActor
  /** Null for an operator. */
  readonly visitor: ClientContext | null
  /** The session in which it is done; null for none. */
  readonly family: string | null
}

/**
 * Freezes an account, as part of a transaction: everything that somebody may hold of it ends, here and at
 * every site, no door opens, and the way back is mailed to the present address. The password and the known
 * browsers stay: with one of these, the link needs no number. A frozen account stays as it is; answers
 * whether this froze it.
 */
export async function freezeAccount(
  services: FreezeServices,
  transaction: Executor,
  deployment: Deployment,
  { id }: Pick<Player, 'id'>,
  { actor, visitor, family }: Freezer,
): Promise<boolean> {
  const { name } = deployment
  const at = services.clock.now()
  const player = await lockPlayer(transaction, name, id)
  if (!player || player.frozen_at !== null) return false
  await distrust(transaction, player, 'frozen', at)
  await markFrozen(transaction, name, id, at)
  await writeLedger(transaction, {
    deployment: name,
    playerId: id,
    at,
    act: 'frozen',
    actor,
    visitor,
    family,
    shown: {},
  })
  const event = { type: 'account.frozen', playerId: id } as const
  await services.events.publish(transaction, deployment, event)
  await mailAbout(services, transaction, deployment, player, { name: 'frozen' }, visitor)
  return true
}
