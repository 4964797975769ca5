import type { BlockedUser } from '@gatehouse/contract/entities'
import type { Executor } from '../connection/openDatabase.ts'

/** The players whom a player has blocked, the latest first. */
export async function listBlockedBy(
  executor: Executor,
  deployment: string,
  playerId: number,
): Promise<BlockedUser[]> {
  const rows = await executor
    .selectFrom('blocks')
    .innerJoin('players', (join) =>
      join
        .onRef('players.deployment', '=', 'blocks.deployment')
        .onRef('players.id', '=', 'blocks.blocked_id'),
    )
    .select(['players.id', 'players.username', 'players.avatar_url'])
    .where('blocks.deployment', '=', deployment)
    .where('blocks.player_id', '=', playerId)
    .where('players.deleted_at', 'is', null)
    .orderBy('blocks.created_at', 'desc')
    .orderBy('players.id')
    .execute()
  return rows.map((row) => ({ Id: row.id, Username: row.username, AvatarUrl: row.avatar_url }))
}

/** Blocks another player of the deployment; nothing happens where there is none, or a block already. */
export async function addBlock(
  executor: Executor,
  deployment: string,
  playerId: number,
  blockedId: number,
  now: Date,
): Promise<void> {
  await executor
    .insertInto('blocks')
    .columns(['deployment', 'player_id', 'blocked_id', 'created_at'])
    .expression((query) =>
      query
        .selectFrom('players')
        .select(({ val }) => [
          'players.deployment',
          val(playerId).as('player_id'),
          'players.id as blocked_id',
          val(now).as('created_at'),
        ])
        .where('players.deployment', '=', deployment)
        .where('players.id', '=', blockedId)
        .where('players.id', '!=', playerId)
        .where('players.deleted_at', 'is', null),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Removes a player's own block; false when there was none. */
export async function removeBlock(
  executor: Executor,
  deployment: string,
  playerId: number,
  blockedId: number,
): Promise<boolean> {
  const row = await executor
    .deleteFrom('blocks')
    .where('deployment', '=', deployment)
    .where('player_id', '=', playerId)
    .where('blocked_id', '=', blockedId)
    .returning('blocked_id')
    .executeTakeFirst()
  return row !== undefined
}
