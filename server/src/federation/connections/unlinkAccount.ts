import { inTransaction } from '../../database/transactions/inTransaction.ts'
import type { CanonicalName } from '@gatehouse/contract/entities'
import { listConnectionsOf, removeConnection } from '../../database/federation/connections.ts'
import { lockCaller } from '../../auth/session/lockCaller.ts'
import { requireRecentAuth } from '../../auth/password/requireRecentAuth.ts'
import { recordAct } from '../../auth/acts/recordAct.ts'
import { seal } from '../../platform/crypto/seal.ts'
import { refuse } from '../../platform/apiError.ts'
import type { LinkingContext } from './linkAccount.ts'
import { linkMethodOf } from './linkMethod.ts'

/**
 * Unlinks the caller's account of a service; without a linked one it does nothing. Refuses an
 * `accountId` that is not the linked one, a service that the deployment does not link, and a session
 * without a recent authentication where the deployment asks for one.
 */
export async function unlinkAccount(
  context: LinkingContext,
  service: CanonicalName,
  accountId?: string,
): Promise<void> {
  const { deployment, services, caller } = context
  if (linkMethodOf(deployment, service) === null || accountId === '')
    throw refuse('ERROR_NOT_ALLOWED')
  requireRecentAuth(context, 'unlinking')
  const { name } = deployment
  const { player_id: playerId } = caller
  await inTransaction(services.database.kysely, async (transaction) => {
    await lockCaller(transaction, deployment, caller)
    const connects = await listConnectionsOf(transaction, name, playerId)
    const current = connects.find((connect) => connect.canonical_name === service)
    if (!current) return
    if (accountId !== undefined && current.account_id !== accountId) {
      throw refuse('ERROR_NOT_ALLOWED')
    }
    const now = services.clock.now()
    await removeConnection(transaction, name, playerId, service, now)
    const { account_id, account_name, avatar, linked_at } = current
    await recordAct(
      context,
      transaction,
      { id: playerId },
      {
        act: 'unlinked',
        shown: { CanonicalName: service, AccountName: account_name },
        family: caller.family,
        before: seal({ account_id, account_name, avatar, linked_at }, services.key.ledger),
      },
    )
  })
}
