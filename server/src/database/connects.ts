import type { Selectable } from 'kysely'
import type { Executor } from './open.ts'
import type { ConnectRow } from './tables.ts'

/** The linked accounts of a player. */
export function listConnectsOf(
  executor: Executor,
  deployment: string,
  playerId: number,
): Promise<Selectable<ConnectRow>[]> {
  return executor
    .selectFrom('connects')
    .selectAll()
    .where('deployment', '=', deployment)
    .where('player_id', '=', playerId)
    .execute()
}
