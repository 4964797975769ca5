import { hashOf } from '../secrets.ts'
import type { Executor } from './open.ts'

export type AccessKeyState = 'free' | 'used' | 'unknown'

export async function readAccessKey(
  executor: Executor,
  deployment: string,
  value: string,
): Promise<AccessKeyState> {
  const row = await executor
    .selectFrom('access_keys')
    .select('used_at')
    .where('deployment', '=', deployment)
    .where('value_hash', '=', hashOf(value))
    .executeTakeFirst()
  if (!row) return 'unknown'
  return row.used_at === null ? 'free' : 'used'
}

/** Uses a key up for a player; false when it is not free any more. */
export async function spendAccessKey(
  transaction: Executor,
  deployment: string,
  value: string,
  playerId: number,
  now: Date,
): Promise<boolean> {
  const row = await transaction
    .updateTable('access_keys')
    .set({ used_at: now, used_by: playerId })
    .where('deployment', '=', deployment)
    .where('value_hash', '=', hashOf(value))
    .where('used_at', 'is', null)
    .returning('used_at')
    .executeTakeFirst()
  return row !== undefined
}
