import { bounds } from '@gatehouse/contract/limits'
import type { RateLimiter } from '../../auth/rate-limits/rateLimiter.ts'
import { lockPlayer } from '../../database/accounts/credentials.ts'
import type { Executor } from '../../database/schema/executor.ts'
import { countBlocksOf, insertBlock, removeBlock } from '../../database/preferences/blocks.ts'
import { refuse } from '../../platform/apiError.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Deployment } from '../../tenants/deployments.ts'
import type { AccountEvents } from '../../webhooks/accountEvents.ts'

export interface BlockingServices {
  readonly clock: Clock
  readonly events: AccountEvents
}

/**
 * Counts a change of a player's blocks; refuses it above the rate limit. Otherwise a client, or who
 * holds the session, could try every id or fill the list.
 */
export async function countBlockChange(
  { rateLimiter }: { readonly rateLimiter: RateLimiter },
  deployment: Deployment,
  playerId: number,
): Promise<void> {
  const admission = await rateLimiter.consume(deployment, 'blockChanges', `${playerId}`)
  if (!admission.isAdmitted) throw refuse('ERROR_TOO_MANY_ATTEMPTS', admission)
}

/** A player, and the player whom that one blocks. */
export interface Block {
  readonly playerId: number
  readonly blockedId: number
}

/**
 * Blocks a player for another one, and notifies clients. `missing`: there is no such confirmed
 * player, or it is the same one. `full`: the player has blocked as many as there may be.
 */
export async function block(
  { clock, events }: BlockingServices,
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
  { events }: Pick<BlockingServices, 'events'>,
  transaction: Executor,
  deployment: Deployment,
  { playerId, blockedId }: Block,
): Promise<boolean> {
  if (!(await removeBlock(transaction, deployment.name, playerId, blockedId))) return false
  const event = { type: 'block.removed', playerId, blockedId } as const
  await events.publish(transaction, deployment, event)
  return true
}
