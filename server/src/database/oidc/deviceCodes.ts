import { type Executor, ofDeployment } from '../schema/executor.ts'

interface DeviceCode {
  readonly codeHash: Buffer
  readonly deviceSealed: string
  readonly expiresAt: Date
}

/** Stores the code of a device; the same code of an earlier device becomes invalid. */
export async function keepDeviceCode(
  executor: Executor,
  deployment: string,
  { codeHash, deviceSealed, expiresAt }: DeviceCode,
): Promise<void> {
  const of = { device_sealed: deviceSealed, expires_at: expiresAt }
  await executor
    .insertInto('device_codes')
    .values({ deployment, code_hash: codeHash, ...of })
    .onConflict((conflict) => conflict.columns(['deployment', 'code_hash']).doUpdateSet(of))
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
