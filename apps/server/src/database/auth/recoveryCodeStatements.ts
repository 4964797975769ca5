import { endOpen } from '../schema/endOpen.ts'
import { changeRows, type Executor, findRow, hasRow, ofPlayer } from '../schema/executor.ts'

/** The set of codes that a player has now; undefined for none. */
export function findLivingSet(executor: Executor, deployment: string, playerId: number) {
  const living = { deployment, player_id: playerId, voided_at: null }
  return findRow(executor, 'recovery_code_sets', ['id', 'salt', 'made_at'], living)
}

/** A set of a player, living or not; undefined for none. */
export function findSet(
  executor: Executor,
  deployment: string,
  playerId: number,
  id: number | null,
) {
  const one = { deployment, player_id: playerId, id: id ?? 0 }
  return findRow(executor, 'recovery_code_sets', ['id', 'salt', 'made_at'], one)
}

/** Makes a set of a player the one that counts; null for none. */
export async function reviveSet(
  transaction: Executor,
  deployment: string,
  playerId: number,
  id: number | null,
  now: Date,
): Promise<void> {
  await endOpen(transaction, 'recovery_code_sets', deployment, playerId, now)
  if (id === null) return
  const one = { deployment, player_id: playerId, id }
  await changeRows(transaction, 'recovery_code_sets', one, { voided_at: null })
}

/** The set of a player that was made with this salt, living or not; undefined for none. */
export function findSetOf(executor: Executor, deployment: string, playerId: number, salt: Buffer) {
  const made = { deployment, player_id: playerId, salt }
  return findRow(executor, 'recovery_code_sets', ['voided_at'], made)
}

/** The codes of a player, as the database keeps them. */
export interface HashedCodes {
  readonly salt: Buffer
  readonly hashes: readonly Buffer[]
}

/** Replaces a player's set of codes. */
export async function replaceSet(
  transaction: Executor,
  deployment: string,
  playerId: number,
  { salt, hashes }: HashedCodes,
  now: Date,
): Promise<void> {
  await endOpen(transaction, 'recovery_code_sets', deployment, playerId, now)
  const of = { deployment, player_id: playerId }
  const { id: set_id } = await transaction
    .insertInto('recovery_code_sets')
    .values({ ...of, salt, made_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const codes = hashes.map((code_hash) => ({ ...of, set_id, code_hash }))
  await transaction.insertInto('recovery_codes').values(codes).execute()
}

interface CodeOf {
  readonly deployment: string
  readonly playerId: number
  readonly setId: number
  readonly codeHash: Buffer
}

function unused({ deployment, playerId, setId, codeHash }: CodeOf) {
  return { deployment, player_id: playerId, set_id: setId, code_hash: codeHash, used_at: null }
}

/** True when a set has the code, and it is unused. */
export function hasUnusedCode(executor: Executor, code: CodeOf): Promise<boolean> {
  return hasRow(executor, 'recovery_codes', unused(code))
}

/** Spends a code; false where it was used. */
export function useCode(transaction: Executor, code: CodeOf, now: Date): Promise<boolean> {
  return changeRows(transaction, 'recovery_codes', unused(code), { used_at: now })
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
