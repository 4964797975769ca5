import type { Executor } from '../schema/executor.ts'
import { ofPlayer } from '../schema/ofPlayer.ts'

/** The set of codes that a player has now; undefined for none. */
export function findLivingSet(executor: Executor, deployment: string, playerId: number) {
  return executor
    .selectFrom('recovery_code_sets')
    .select(['id', 'salt', 'made_at'])
    .$call(ofPlayer(deployment, playerId))
    .where('voided_at', 'is', null)
    .executeTakeFirst()
}

export async function voidSet(
  transaction: Executor,
  deployment: string,
  playerId: number,
  now: Date,
): Promise<void> {
  await transaction
    .updateTable('recovery_code_sets')
    .set({ voided_at: now })
    .$call(ofPlayer(deployment, playerId))
    .where('voided_at', 'is', null)
    .execute()
}

/** The codes of a player, as the database keeps them. */
export interface HashedCodes {
  readonly salt: Buffer
  readonly hashes: readonly Buffer[]
}

/** Gives a player a set of codes in the place of the one before. */
export async function replaceSet(
  transaction: Executor,
  deployment: string,
  playerId: number,
  { salt, hashes }: HashedCodes,
  now: Date,
): Promise<void> {
  await voidSet(transaction, deployment, playerId, now)
  const { id } = await transaction
    .insertInto('recovery_code_sets')
    .values({ deployment, player_id: playerId, salt, made_at: now, voided_at: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  await transaction
    .insertInto('recovery_codes')
    .values(
      hashes.map((code_hash) => ({
        deployment,
        player_id: playerId,
        set_id: id,
        code_hash,
        used_at: null,
      })),
    )
    .execute()
}

interface CodeOf {
  readonly deployment: string
  readonly playerId: number
  readonly setId: number
  readonly codeHash: Buffer
}

/** True when a set has the code, and it is unused. */
export async function hasUnusedCode(
  executor: Executor,
  { deployment, playerId, setId, codeHash }: CodeOf,
): Promise<boolean> {
  const row = await executor
    .selectFrom('recovery_codes')
    .select('set_id')
    .$call(ofPlayer(deployment, playerId))
    .where('set_id', '=', setId)
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Spends a code; false where it was used. */
export async function useCode(
  transaction: Executor,
  { deployment, playerId, setId, codeHash }: CodeOf,
  now: Date,
): Promise<boolean> {
  const row = await transaction
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .$call(ofPlayer(deployment, playerId))
    .where('set_id', '=', setId)
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .returning('set_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function countUnusedCodes(
  executor: Executor,
  deployment: string,
  playerId: number,
  setId: number,
): Promise<number> {
  const { count } = await executor
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .$call(ofPlayer(deployment, playerId))
    .where('set_id', '=', setId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}
