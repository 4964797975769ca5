import type { DeletionType } from '@gatehouse/contract/entities'
import { changeRows, deleteRows, type Executor, ofDeployment } from '../schema/executor.ts'

/** The reasons for leaving that a player may choose from, in their order. */
export function listDeletionTypesOf(
  executor: Executor,
  deployment: string,
): Promise<DeletionType[]> {
  return executor
    .selectFrom('deletion_types')
    .select(['id as Id', 'description as Description', 'is_other as IsOther'])
    .$call(ofDeployment(deployment))
    .orderBy('position')
    .execute()
}

/** Takes a reason from the choice; what players said before stays, without it. False without one. */
export async function deleteDeletionType(transaction: Executor, deployment: string, id: number) {
  const given = { deployment, deletion_type_id: id }
  await changeRows(transaction, 'deletions', given, { deletion_type_id: null })
  return deleteRows(transaction, 'deletion_types', { deployment, id })
}
