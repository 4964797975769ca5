import { inTransaction } from '../../database/connection/inTransaction.ts'
import type { CanonicalName } from '@gatehouse/contract/entities'
import { listConnectionsOf, removeConnection } from '../../database/federation/connections.ts'
import { lockCaller } from '../../auth/session/lockCaller.ts'
import { requireRecentAuth } from '../../auth/verification/requireRecentAuth.ts'
import { writeLedger } from '../../database/auth/ledger.ts'
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
  { deployment, services, caller, clientContext, report }: LinkingContext,
  service: CanonicalName,
  accountId?: string,
): Promise<void> {
  if (linkMethodOf(deployment, service) === null || accountId === '')
    throw refuse('ERROR_NOT_ALLOWED')
  requireRecentAuth({ deployment, services, caller }, 'unlinking')
  const { name } = deployment
  const { player_id: playerId } = caller
  const wasLinked = await inTransaction(services.database.kysely, async (transaction) => {
    await lockCaller(transaction, deployment, caller)
    const connects = await listConnectionsOf(transaction, name, playerId)
    const current = connects.find((connect) => connect.canonical_name === service)
    if (!current) return false
    if (accountId !== undefined && current.account_id !== accountId) {
      throw refuse('ERROR_NOT_ALLOWED')
    }
    const at = services.clock.now()
    await removeConnection(transaction, name, playerId, service, at)
    const { account_id, account_name, avatar, linked_at } = current
    await writeLedger(transaction, {
      deployment: name,
      playerId,
      at,
      act: 'unlinked',
      actor: 'player',
      shown: { CanonicalName: service, AccountName: account_name },
      visitor: clientContext,
      family: caller.family,
      before: seal({ account_id, account_name, avatar, linked_at }, services.key.ledger),
    })
    const event = { type: 'account.platform_unlinked', playerId, platform: service } as const
    await services.events.publish(transaction, deployment, event)
    return true
  })
  if (wasLinked) report('connection.unlinked', undefined, { provider: service })
}
