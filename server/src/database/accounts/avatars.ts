import type { Executor } from '../schema/executor.ts'
import { isPlayer } from '../schema/ofPlayer.ts'

/** The source and the address of a player's picture. */
export interface StoredAvatar {
  readonly source: string
  readonly url: string
}

/** Gives a player another picture. Runs after the player's row was locked. */
export async function setAvatar(
  transaction: Executor,
  deployment: string,
  playerId: number,
  { source, url }: StoredAvatar,
): Promise<void> {
  await transaction
    .updateTable('players')
    .set({ avatar_source: source, avatar_url: url })
    .$call(isPlayer(deployment, playerId))
    .execute()
}

/** Returns whether a player's picture is the upload of an address. */
export async function showsUpload(
  executor: Executor,
  deployment: string,
  playerId: number,
  url: string,
): Promise<boolean> {
  const row = await executor
    .selectFrom('players')
    .select('id')
    .$call(isPlayer(deployment, playerId))
    .where('avatar_source', '=', 'upload')
    .where('avatar_url', '=', url)
    .executeTakeFirst()
  return row !== undefined
}
