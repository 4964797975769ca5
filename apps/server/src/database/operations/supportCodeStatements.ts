import type { Executor } from '../schema/executor.ts'
import type { Tables } from '../schema/rows.ts'

export type SupportCodeRow = Tables['incidents']

export async function insertSupportCode(executor: Executor, row: SupportCodeRow): Promise<void> {
  await executor.insertInto('incidents').values(row).execute()
}

/** By the hash of its code, under whichever key of the server. */
export function findSupportCode(
  executor: Executor,
  deployment: string,
  codeHashes: readonly Buffer[],
): Promise<SupportCodeRow | undefined> {
  return executor
    .selectFrom('incidents')
    .selectAll()
    .where('deployment', '=', deployment)
    .where('code_hash', 'in', codeHashes)
    .executeTakeFirst()
}
