import { type Insertable, type Selectable, sql } from 'kysely'
import type { Executor } from '../schema/executor.ts'
import type { Tables } from '../schema/rows.ts'
import { ofDeployment, ofPlayer } from '../schema/ofPlayer.ts'

export type StoredEvent = Selectable<Tables['account_events']>

export async function insertEvent(
  transaction: Executor,
  event: Insertable<Tables['account_events']>,
): Promise<void> {
  await transaction.insertInto('account_events').values(event).execute()
}

export function findEvent(
  executor: Executor,
  deployment: string,
  { id, playerId }: { readonly id: string; readonly playerId: number },
): Promise<StoredEvent | undefined> {
  return executor
    .selectFrom('account_events')
    .selectAll()
    .$call(ofPlayer(deployment, playerId))
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The ids and players of a client's events since a moment, the oldest first. */
export async function listEventsFor(
  executor: Executor,
  deployment: string,
  clientId: string,
  since: Date,
): Promise<readonly Pick<StoredEvent, 'id' | 'player_id'>[]> {
  return executor
    .selectFrom('account_events')
    .select(['id', 'player_id'])
    .$call(ofDeployment(deployment))
    .where('at', '>=', since)
    .where(sql<boolean>`${clientId} = any(recipients)`)
    .orderBy('at')
    .orderBy('id')
    .execute()
}

/** Empties the data of a player's events; the events stay. */
export async function emptyEventsOf(
  transaction: Executor,
  deployment: string,
  playerId: number,
): Promise<void> {
  await transaction
    .updateTable('account_events')
    .set({ data: '{}' })
    .$call(ofPlayer(deployment, playerId))
    .execute()
}
