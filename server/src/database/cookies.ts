import type { CookieCategory } from '@gatehouse/contract/entities'
import type { Executor } from './open.ts'

/** The cookie categories of a deployment, as a visitor sees them who has chosen nothing. */
export async function listCookieCategories(
  executor: Executor,
  deployment: string,
): Promise<CookieCategory[]> {
  const rows = await executor
    .selectFrom('cookies')
    .selectAll()
    .where('deployment', '=', deployment)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    Id: row.id,
    Name: row.name,
    Description: row.description,
    IsActive: row.is_active,
    IsOptional: row.is_optional,
    IsAccepted: !row.is_optional,
  }))
}

/** What a player accepted of the optional categories, by their ids. */
export async function readCookieChoices(
  executor: Executor,
  deployment: string,
  playerId: number,
): Promise<ReadonlyMap<number, boolean>> {
  const rows = await executor
    .selectFrom('cookie_choices')
    .select(['cookie_id', 'is_accepted'])
    .where('deployment', '=', deployment)
    .where('player_id', '=', playerId)
    .execute()
  return new Map(rows.map((row) => [row.cookie_id, row.is_accepted]))
}
