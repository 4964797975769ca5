import type { DeletionType } from '@gatehouse/contract/entities'
import type { Executor } from '../schema/executor.ts'
import { ofDeployment } from '../schema/ofPlayer.ts'

/** The reasons for leaving that a player may choose from, in their order. */
export async function listDeletionTypesOf(
  executor: Executor,
  deployment: string,
): Promise<DeletionType[]> {
  const rows = await executor
    .selectFrom('deletion_types')
    .selectAll()
    .$call(ofDeployment(deployment))
    .orderBy('position')
    .execute()
  return rows.map((row) => ({
    Id: row.id,
    Description: row.description,
    IsOther: row.is_other,
  }))
}

/** Takes a reason from the choice; what players said before stays, without it. False without one. */
export async function deleteDeletionType(
  transaction: Executor,
  deployment: string,
  id: number,
): Promise<boolean> {
  await transaction
    .updateTable('deletions')
    .set({ deletion_type_id: null })
    .$call(ofDeployment(deployment))
    .where('deletion_type_id', '=', id)
    .execute()
  const row = await transaction
    .deleteFrom('deletion_types')
    .$call(ofDeployment(deployment))
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
