import { inTransaction } from '../../database/connection/inTransaction.ts'
import type { CanonicalName } from '@gatehouse/contract/entities'
import {
  type Account,
  saveConnection,
  listConnectionsOf,
} from '../../database/federation/connections.ts'
import { writeLedger } from '../../database/auth/ledger.ts'
import { lockCaller } from '../../auth/session/lockCaller.ts'
import { isKeyTaken } from '../../database/accounts/taken.ts'
import type { AccessTokenFound } from '../../database/auth/sessions.ts'
import type { FederationContext } from '../services/handler.ts'
import { refuse } from '../../platform/apiError.ts'
import type { CallName } from '@gatehouse/contract/calls'

/** The part of a call's context that linking needs, the same for each of its calls. */
export type LinkingContext = Pick<
  FederationContext<CallName>,
  'deployment' | 'services' | 'clientContext' | 'report'
> & { readonly caller: AccessTokenFound }

/**
 * Links an account that its service has just verified to the caller; a linked one is refreshed.
 * Refuses an account of another player: the look-up decides between attempts at one moment.
 * Refuses a second account of a service, too: only the player unlinks the first.
 */
export async function linkAccount(
  { deployment, services, caller, clientContext, report }: LinkingContext,
  service: CanonicalName,
  account: Account,
): Promise<void> {
  const { name } = deployment
  const { player_id: playerId } = caller
  try {
    await inTransaction(services.database.kysely, async (transaction) => {
      const player = await lockCaller(transaction, deployment, caller)
      if (!player || player.banned_at !== null) throw refuse('ERROR_NOT_ALLOWED')
      const connects = await listConnectionsOf(transaction, name, playerId)
      const current = connects.find((connect) => connect.canonical_name === service)
      if (current && current.account_id !== account.accountId) throw refuse('ERROR_NOT_ALLOWED')
      const at = services.clock.now()
      await saveConnection(transaction, name, playerId, service, account, at)
      if (current) return
      await writeLedger(transaction, {
        deployment: name,
        playerId,
        at,
        act: 'linked',
        actor: 'player',
        shown: { CanonicalName: service, AccountName: account.name },
        visitor: clientContext,
        family: caller.family,
      })
      const event = { type: 'account.platform_linked', playerId, platform: service } as const
      await services.events.publish(transaction, deployment, event)
    })
  } catch (error) {
    if (!isKeyTaken(error)) throw error
    report('connection.refused')
    throw refuse('ERROR_USER_STEAM_EXIST')
  }
  report('connection.linked', undefined, { provider: service })
}
