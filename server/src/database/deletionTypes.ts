import type { DeletionType } from '@gatehouse/contract/entities'
import type { Executor } from './open.ts'

/** The reasons for leaving that a player may choose from, in their order. */
export async function listDeletionTypesOf(
  executor: Executor,
  deployment: string,
): Promise<DeletionType[]> {
  const rows = await executor
    .selectFrom('deletion_types')
    .selectAll()
    .where('deployment', '=', deployment)
    .orderBy('position')
    .execute()
  return rows.map((row) => ({
    Id: row.id,
    Description: row.description,
    IsOther: row.is_other,
  }))
}
