import { bounds } from '@gatehouse/contract/limits'
import { consumeOrRefuse } from '../../auth/rate-limits/rateLimiter.ts'
import { lockPlayer } from '../../database/accounts/credentials.ts'
import type { Executor } from '../../database/schema/executor.ts'
import { countBlocksOf, insertBlock, removeBlock } from '../../database/preferences/blocks.ts'
import { inTransaction } from '../../database/transactions/inTransaction.ts'
import type { Deployment } from '../../deployments/deployments.ts'
import { type AccountServices, handler } from '../accountServices.ts'

/**
 * Blocks a player for the caller, to undo an unblocking: by the rules, and out of the rate
 * limit, of a client's block. Refuses a player who is missing or the caller, and a full list.
 */
export const block = handler('block', async (context) => {
  const { input, deployment, services, caller, refuse } = context
  const order = { playerId: caller.player_id, blockedId: input.body.BlockedUserId }
  // Otherwise a thief could try every id or fill the list.
  await consumeOrRefuse(context, 'blockChanges', `${order.playerId}`)
  const outcome = await inTransaction(services.database.kysely, (transaction) =>
    blockFor(services, transaction, deployment, order),
  )
  if (outcome === 'missing') throw refuse('ERROR_USER_NOT_EXISTS', { property: 'BlockedUserId' })
  if (outcome === 'full') throw refuse('ERROR_NOT_ALLOWED', { property: 'BlockedUserId' })
  return {}
})

/**
 * Unblocks a player for the caller. Every player whom the caller has not blocked counts as missing,
 * so the answer reveals no accounts.
 */
export const unblock = handler('unblock', async (context) => {
  const { input, deployment, services, caller, refuse } = context
  const order = { playerId: caller.player_id, blockedId: input.body.userBlockedId }
  const isRemoved = await inTransaction(services.database.kysely, (transaction) =>
    unblockFor(services, transaction, deployment, order),
  )
  if (!isRemoved) throw refuse('ERROR_USER_NOT_EXISTS')
  return {}
})

interface Block {
  readonly playerId: number
  readonly blockedId: number
}

/**
 * Blocks a player for another one, and notifies clients. `missing`: there is no such confirmed
 * player, or it is the same one. `full`: the player has blocked as many as there may be.
 */
export async function blockFor(
  { clock, events }: Pick<AccountServices, 'clock' | 'events'>,
  transaction: Executor,
  deployment: Deployment,
  { playerId, blockedId }: Block,
): Promise<'added' | 'kept' | 'missing' | 'full'> {
  if (playerId === blockedId) return 'missing'
  const players = new Map<number, Awaited<ReturnType<typeof lockPlayer>>>()
  // In the order of the ids, so that two players who block each other do not wait for ever. The
  // locks keep an erasure of either away.
  for (const id of [playerId, blockedId].toSorted((one, other) => one - other)) {
    players.set(id, await lockPlayer(transaction, deployment.name, id))
  }
  if (!players.get(playerId) || !players.get(blockedId)?.confirmed_at) return 'missing'
  if ((await countBlocksOf(transaction, deployment.name, playerId)) >= bounds.blocks.max) {
    return 'full'
  }
  const isNew = await insertBlock(transaction, deployment.name, playerId, blockedId, clock.now())
  if (!isNew) return 'kept'
  const event = { type: 'block.added', playerId, blockedId } as const
  await events.publish(transaction, deployment, event)
  return 'added'
}

/** Removes a player's block, and notifies clients; false when there was none. */
export async function unblockFor(
  { events }: Pick<AccountServices, 'events'>,
  transaction: Executor,
  deployment: Deployment,
  { playerId, blockedId }: Block,
): Promise<boolean> {
  if (!(await removeBlock(transaction, deployment.name, playerId, blockedId))) return false
  const event = { type: 'block.removed', playerId, blockedId } as const
  await events.publish(transaction, deployment, event)
  return true
}
