import type { CanonicalName } from '@gatehouse/contract/entities'
import { changeRows, type Executor, ofDeployment, ofPlayer, type Row } from '../schema/executor.ts'

export type LinkMove = Row<'link_moves'>

/** The moves away from a player that wait or can be taken back, and those that were stopped lately. */
export function listMovesFrom(
  executor: Executor,
  deployment: string,
  playerId: number,
  now: Date,
): Promise<LinkMove[]> {
  return executor
    .selectFrom('link_moves')
    .selectAll()
    .$call(ofPlayer(deployment, playerId))
    .where('until', '>', now)
    .orderBy('id')
    .execute()
}

/** The moves to a player that wait. */
export function listMovesTo(
  executor: Executor,
  deployment: string,
  playerId: number,
): Promise<LinkMove[]> {
  return executor
    .selectFrom('link_moves')
    .selectAll()
    .$call(ofDeployment(deployment))
    .where('to_player_id', '=', playerId)
    .where('moved_at', 'is', null)
    .where('ended_at', 'is', null)
    .orderBy('id')
    .execute()
}

/** The moves whose time has come. */
export function listDueMoves(executor: Executor, now: Date): Promise<LinkMove[]> {
  return executor
    .selectFrom('link_moves')
    .selectAll()
    .where('moved_at', 'is', null)
    .where('ended_at', 'is', null)
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .execute()
}

/**
 * Returns whether a player has stopped a move of an account lately, or taken it back, or whether one is
 * under way: then no other one begins.
 */
export async function isMoveBarred(
  executor: Executor,
  deployment: string,
  playerId: number,
  { service, accountId }: { readonly service: CanonicalName; readonly accountId: string },
  now: Date,
): Promise<boolean> {
  const moves = await listMovesFrom(executor, deployment, playerId, now)
  const own = moves.filter(
    (move) => move.canonical_name === service && move.account_id === accountId,
  )
  return own.some(({ moved_at, ended_at }) => moved_at === null || ended_at !== null)
}

/** Begins a move, or notes one that is done. */
export async function insertMove(
  transaction: Executor,
  move: Omit<LinkMove, 'id' | 'ended_at'>,
): Promise<void> {
  await transaction.insertInto('link_moves').values(move).execute()
}

/** Marks a waiting move as done; false when it was done or stopped meanwhile. */
export function markMoved(
  transaction: Executor,
  { deployment, player_id, id }: LinkMove,
  at: Date,
  until: Date,
): Promise<boolean> {
  const waiting = { deployment, player_id, id, moved_at: null, ended_at: null }
  return changeRows(transaction, 'link_moves', waiting, { moved_at: at, until })
}

/** Stops a move, or ends one that was taken back; false when another request was faster. */
export function endMove(
  transaction: Executor,
  { deployment, player_id, id, moved_at }: LinkMove,
  at: Date,
  until: Date,
): Promise<boolean> {
  const open = { deployment, player_id, id, moved_at, ended_at: null }
  return changeRows(transaction, 'link_moves', open, { ended_at: at, until })
}
