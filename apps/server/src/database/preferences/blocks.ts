import { sql } from 'kysely'
import {
  deleteRows,
  type Executor,
  insertOnce,
  ofDeployment,
  ofPlayer,
} from '../schema/executor.ts'

/** The players whom a player has blocked, the latest first. */
export async function listBlockedBy(executor: Executor, deployment: string, playerId: number) {
  const blocks = await executor
    .selectFrom('blocks')
    .select('blocked_id')
    .$call(ofPlayer(deployment, playerId))
    .orderBy('created_at', 'desc')
    .orderBy('blocked_id')
    .execute()
  if (blocks.length === 0) return []
  const ids = blocks.map(({ blocked_id }) => blocked_id)
  const players = await executor
    .selectFrom('players')
    .select(['id', 'username', 'avatar_url', 'avatar_source'])
    .$call(ofDeployment(deployment))
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .where('deleted_at', 'is', null)
    .execute()
  const byId = new Map(players.map((player) => [player.id, player]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** The number of players whom a player has blocked. */
export async function countBlocksOf(executor: Executor, deployment: string, playerId: number) {
  const { count } = await executor
    .selectFrom('blocks')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .$call(ofPlayer(deployment, playerId))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Inserts a block; false when it was there. */
export function insertBlock(
  executor: Executor,
  deployment: string,
  playerId: number,
  blockedId: number,
  now: Date,
): Promise<boolean> {
  const block = { deployment, player_id: playerId, blocked_id: blockedId, created_at: now }
  return insertOnce(executor, 'blocks', block)
}

/** Removes a player's own block; false when there was none. */
export function removeBlock(
  executor: Executor,
  deployment: string,
  playerId: number,
  blockedId: number,
): Promise<boolean> {
  const block = { deployment, player_id: playerId, blocked_id: blockedId }
  return deleteRows(executor, 'blocks', block)
}
