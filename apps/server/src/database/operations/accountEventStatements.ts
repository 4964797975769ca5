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

/** A place in the list of events. */
export type EventPlace = Pick<StoredEvent, 'at' | 'id'>

export interface EventsOf {
  readonly deployment: string
  readonly clientId: string
  readonly since: Date
  readonly after: EventPlace | null
  readonly limit: number
}

/** Returns whether a client has had more than so many events since a moment. */
export async function hasMoreEvents(
  executor: Executor,
  { deployment, clientId, since }: Pick<EventsOf, 'deployment' | 'clientId' | 'since'>,
  most: number,
): Promise<boolean> {
  const next = await executor
    .selectFrom('account_events')
    .select('id')
    .$call(ofDeployment(deployment))
    .where('at', '>=', since)
    .where(sql<boolean>`${clientId} = any(recipients)`)
    .orderBy('at')
    .orderBy('id')
    .offset(most)
    .limit(1)
    .executeTakeFirst()
  return next !== undefined
}

/** A client's events since a moment, the oldest first, behind a place. */
export function listEventsFor(
  executor: Executor,
  { deployment, clientId, since, after: last, limit }: EventsOf,
): Promise<readonly Pick<StoredEvent, 'id' | 'player_id' | 'at'>[]> {
  return executor
    .selectFrom('account_events')
    .select(['id', 'player_id', 'at'])
    .$call(ofDeployment(deployment))
    .where('at', '>=', last?.at ?? since)
    .$if(last !== null, (rows) => rows.where(sql<boolean>`(at, id) > (${last?.at}, ${last?.id})`))
    .where(sql<boolean>`${clientId} = any(recipients)`)
    .orderBy('at')
    .orderBy('id')
    .limit(limit)
    .execute()
}
