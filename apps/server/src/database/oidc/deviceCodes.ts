import { type Executor, type NewRow, ofDeployment } from '../schema/executor.ts'

/** Stores the code of a device; the same code of an earlier device becomes invalid. */
export async function keepDeviceCode(
  executor: Executor,
  { deployment, code_hash, ...code }: NewRow<'device_codes'>,
): Promise<void> {
  await executor
    .insertInto('device_codes')
    .values({ deployment, code_hash, ...code })
    .onConflict((conflict) => conflict.columns(['deployment', 'code_hash']).doUpdateSet(code))
    .execute()
}

/** The sealed request of a code's device; undefined for a code that ended by a moment. */
export async function findDeviceOfCode(
  executor: Executor,
  deployment: string,
  codeHashes: readonly Buffer[],
  moment: Date,
): Promise<string | undefined> {
  const row = await executor
    .selectFrom('device_codes')
    .select('device_sealed')
    .$call(ofDeployment(deployment))
    .where('code_hash', 'in', codeHashes)
    .where('expires_at', '>', moment)
    .executeTakeFirst()
  return row?.device_sealed
}

/** Uses a code up with its player's answer: it ends. False when another answer was faster. */
export async function takeDeviceCode(
  transaction: Executor,
  deployment: string,
  codeHashes: readonly Buffer[],
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('device_codes')
    .set({ expires_at: now })
    .$call(ofDeployment(deployment))
    .where('code_hash', 'in', codeHashes)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
