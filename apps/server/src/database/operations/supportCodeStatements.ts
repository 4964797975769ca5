import type { Executor } from '../schema/executor.ts'
import type { Tables } from '../schema/rows.ts'

export type IncidentRow = Tables['incidents']

export async function insertIncident(executor: Executor, row: IncidentRow): Promise<void> {
  await executor.insertInto('incidents').values(row).execute()
}

/** By the hash of its code, under whichever key of the server. */
export function findIncident(
  executor: Executor,
  deployment: string,
  codeHashes: readonly Buffer[],
): Promise<IncidentRow | undefined> {
  return executor
    .selectFrom('incidents')
    .selectAll()
    .where('deployment', '=', deployment)
    .where('code_hash', 'in', codeHashes)
    .executeTakeFirst()
}
