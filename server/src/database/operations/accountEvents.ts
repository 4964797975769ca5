import { type Insertable, type Selectable, sql } from 'kysely'
import type { Executor } from '../schema/executor.ts'
import type { Tables } from '../schema/rows.ts'
import { ofDeployment, ofPlayer } from '../schema/ofPlayer.ts'

export type StoredEvent = Selectable<Tables['account_events']>

/** Inserts an event unless it is there; answers whether it did. */
export async function insertEvent(
  transaction: Executor,
  event: Insertable<Tables['account_events']>,
): Promise<boolean> {
  const row = await transaction
    .insertInto('account_events')
    .values(event)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
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

/** Players who were banned since a moment and have no event of it. */
export async function listUnsentBans(
  executor: Executor,
  deployments: readonly string[],
  since: Date,
): Promise<readonly { deployment: string; id: number; banned_at: Date }[]> {
  if (deployments.length === 0) return []
  const { rows } = await sql<{ deployment: string; id: number; banned_at: Date }>`
    select deployment, id, banned_at from players p
    where banned_at > ${since} and deployment in (${sql.join(deployments)})
      and deleted_at is null
      and not exists (
        select from account_events e
        where e.deployment = p.deployment and e.player_id = p.id and e.type = 'account.banned'
          and e.at >= date_trunc('milliseconds', p.banned_at))
    limit 100`.execute(executor)
  return rows
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
