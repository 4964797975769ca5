import type { Executor } from '../connection/openDatabase.ts'

/** Stores what a player proves the account by. A log-in that was proven with others is outdated. */
export async function setFactors(
  transaction: Executor,
  deployment: string,
  playerId: number,
  factors: number,
  now: Date,
): Promise<void> {
  await transaction
    .updateTable('players')
    .set({ factors, security_changed_at: now })
    .where('deployment', '=', deployment)
    .where('id', '=', playerId)
    .execute()
}
