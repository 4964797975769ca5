import { sql } from 'kysely'
import { type Executor, type NewRow, ofDeployment, ofPlayer, type Row } from '../schema/executor.ts'

export type StoredEvent = Row<'account_events'>

export async function insertEvent(transaction: Executor, event: NewRow<'account_events'>) {
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
export function listEventsFor(
  executor: Executor,
  deployment: string,
  clientId: string,
  since: Date,
) {
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
