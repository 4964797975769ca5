import { sql } from 'kysely'
import type { Executor } from '../schema/executor.ts'
import { isPlayer } from '../schema/ofPlayer.ts'

interface FactorChange {
  /** Bits of `factorBits` that the player has from now on, and those no more. */
  readonly with?: number
  readonly without?: number
  /** The change voids what a log-in proved before it. */
  readonly since?: Date
}

/** Changes what a player proves the account by: the only writer. The caller has locked the player. */
export async function writeFactors(
  transaction: Executor,
  deployment: string,
  playerId: number,
  { with: added = 0, without: removed = 0, since }: FactorChange,
): Promise<void> {
  await transaction
    .updateTable('players')
    .set({
      factors: sql<number>`(factors | ${sql.lit(added)}) & ~${sql.lit(removed)}`,
      ...(since && { security_changed_at: since }),
    })
    .$call(isPlayer(deployment, playerId))
    .execute()
}
