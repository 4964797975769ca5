import type { CookieCategory } from '@gatehouse/contract/entities'
import { type Executor, ofDeployment, ofPlayer } from '../schema/executor.ts'

/** The cookie categories of a deployment, as a visitor sees them who has chosen nothing. */
export async function listCookieCategories(
  executor: Executor,
  deployment: string,
): Promise<CookieCategory[]> {
  const rows = await executor
    .selectFrom('cookies')
    .select(['id as Id', 'name as Name', 'description as Description'])
    .select(['is_active as IsActive', 'is_optional as IsOptional'])
    .$call(ofDeployment(deployment))
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, IsAccepted: !row.IsOptional }))
}

/** The answers of a player about optional categories, by their ids. */
export async function readCookieChoices(executor: Executor, deployment: string, playerId: number) {
  const rows = await executor
    .selectFrom('cookie_choices')
    .select(['cookie_id', 'is_accepted'])
    .$call(ofPlayer(deployment, playerId))
    .execute()
  return new Map(rows.map((row) => [row.cookie_id, row.is_accepted]))
}

export interface CookieChoice {
  readonly cookieId: number
  readonly isAccepted: boolean
}

/** Stores a player's choices of optional categories. */
export async function keepCookieChoices(
  transaction: Executor,
  deployment: string,
  playerId: number,
  choices: readonly CookieChoice[],
  now: Date,
): Promise<void> {
  const rows = choices.map(({ cookieId, isAccepted }) => ({
    deployment,
    player_id: playerId,
    cookie_id: cookieId,
    is_accepted: isAccepted,
    updated_at: now,
  }))
  await transaction
    .insertInto('cookie_choices')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['deployment', 'player_id', 'cookie_id']).doUpdateSet((eb) => ({
        is_accepted: eb.ref('excluded.is_accepted'),
        updated_at: eb.ref('excluded.updated_at'),
      })),
    )
    .execute()
}
