import { inTransaction } from '../../database/transactions/inTransaction.ts'
import type { CanonicalName } from '@gatehouse/contract/entities'
import {
  type Account,
  saveConnection,
  listConnectionsOf,
} from '../../database/federation/connections.ts'
import { recordAct } from '../../auth/acts/recordAct.ts'
import { lockCaller } from '../../auth/session/lockCaller.ts'
import { isValueTaken } from '../../database/accounts/uniqueValues.ts'
import type { AccessTokenFound } from '../../database/auth/sessions.ts'
import type { FederationContext } from '../handler.ts'
import { refuse } from '../../platform/apiError.ts'
import type { CallName } from '@gatehouse/contract/calls'

/** The part of a call's context that linking needs, the same for each of its calls. */
export type LinkingContext = Pick<
  FederationContext<CallName>,
  'deployment' | 'services' | 'clientContext' | 'report'
> & { readonly caller: AccessTokenFound }

/**
 * Links an account that its service has just verified to the caller; a linked one is refreshed.
 * Refuses an account of another player: the unique value decides between attempts at one moment.
 * Refuses a second account of a service, too: only the player unlinks the first.
 */
export async function linkAccount(
  context: LinkingContext,
  service: CanonicalName,
  account: Account,
): Promise<void> {
  const { deployment, services, caller, report } = context
  const { name } = deployment
  const { player_id: playerId } = caller
  try {
    await inTransaction(services.database.kysely, async (transaction) => {
      const player = await lockCaller(transaction, deployment, caller)
      if (!player || player.banned_at !== null) throw refuse('ERROR_NOT_ALLOWED')
      const connects = await listConnectionsOf(transaction, name, playerId)
      const current = connects.find((connect) => connect.canonical_name === service)
      if (current && current.account_id !== account.accountId) throw refuse('ERROR_NOT_ALLOWED')
      const now = services.clock.now()
      await saveConnection(transaction, name, playerId, service, account, now)
      if (current) return
      const shown = { CanonicalName: service, AccountName: account.name }
      await recordAct(context, transaction, player, { act: 'linked', shown, family: caller.family })
    })
  } catch (error) {
    if (!isValueTaken(error)) throw error
    report('connection.refused')
    throw refuse('ERROR_USER_STEAM_EXIST')
  }
  report('connection.linked', undefined, { provider: service })
}
