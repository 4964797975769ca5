import { sql } from 'kysely'
import { hashOf } from '../../platform/crypto/secrets.ts'
import { changeRows, type Executor, findRow, ofDeployment } from '../schema/executor.ts'

/** The state of a key; one that `playerId` has used up counts as free. */
export async function readAccessKey(
  executor: Executor,
  deployment: string,
  value: string,
  playerId: number | null = null,
): Promise<'free' | 'used' | 'unknown'> {
  const key = { deployment, value_hash: hashOf(value) }
  const row = await findRow(executor, 'access_keys', ['used_at', 'used_by'], key)
  if (!row) return 'unknown'
  const isOwn = playerId !== null && row.used_by === playerId
  return row.used_at === null || isOwn ? 'free' : 'used'
}

/** Consumes a key for a player; false when it is no longer free. */
export function spendAccessKey(
  transaction: Executor,
  deployment: string,
  value: string,
  playerId: number,
  now: Date,
): Promise<boolean> {
  const free = { deployment, value_hash: hashOf(value), used_at: null }
  return changeRows(transaction, 'access_keys', free, { used_at: now, used_by: playerId })
}

/** Hexadecimal digits of a key's hash that identify it. */
const idDigits = 32

/** Adds keys that are free. */
export async function insertAccessKeys(
  transaction: Executor,
  deployment: string,
  values: readonly string[],
  now: Date,
): Promise<void> {
  const rows = values.map((value) => ({ deployment, value_hash: hashOf(value), created_at: now }))
  await transaction.insertInto('access_keys').values(rows).execute()
}

/** The newest keys: the free ones, the used ones, or both. */
export async function listAccessKeys(
  executor: Executor,
  deployment: string,
  { isUsed, limit }: { readonly isUsed: boolean | null; readonly limit: number },
) {
  const rows = await executor
    .selectFrom('access_keys')
    .selectAll()
    .$call(ofDeployment(deployment))
    .$if(isUsed !== null, (query) => query.where('used_at', isUsed ? 'is not' : 'is', null))
    .orderBy('created_at', 'desc')
    .orderBy('value_hash')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    id: accessKeyIdOf(row.value_hash),
    createdAt: row.created_at,
    usedAt: row.used_at,
    usedBy: row.used_by,
  }))
}

/** Removes a free key by its id or its value; answers its id, null when there is no free one. */
export async function deleteAccessKey(transaction: Executor, deployment: string, named: string) {
  const row = await transaction
    .deleteFrom('access_keys')
    .$call(ofDeployment(deployment))
    .where('used_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('value_hash', '=', hashOf(named)),
        eb(sql<string>`left(encode(value_hash, 'hex'), ${sql.lit(idDigits)})`, '=', named),
      ]),
    )
    .returning('value_hash')
    .executeTakeFirst()
  return row === undefined ? null : accessKeyIdOf(row.value_hash)
}

/** Identifies a key without disclosing it. */
export function accessKeyIdOf(hash: Uint8Array): string {
  return Buffer.from(hash).toString('hex').slice(0, idDigits)
}
