import { sql } from 'kysely'
import { hashOf } from '../../platform/crypto/secrets.ts'
import {
  changeRows,
  type Executor,
  findRow,
  type NewRow,
  ofDeployment,
} from '../schema/executor.ts'

/** The state of a key; one that `playerId` has used up counts as free, and one past its end is unknown. */
export async function readAccessKey(
  executor: Executor,
  deployment: string,
  value: string,
  now: Date,
  playerId: number | null = null,
): Promise<'free' | 'used' | 'unknown'> {
  const key = { deployment, value_hash: hashOf(value) }
  const row = await findRow(executor, 'access_keys', ['used_at', 'used_by', 'expires_at'], key)
  if (!row) return 'unknown'
  if (row.used_at === null && row.expires_at !== null && row.expires_at <= now) return 'unknown'
  const isOwn = playerId !== null && row.used_by === playerId
  return row.used_at === null || isOwn ? 'free' : 'used'
}

/** Consumes a key for a player; false when it is no longer free. */
export async function spendAccessKey(
  transaction: Executor,
  deployment: string,
  value: string,
  playerId: number,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('access_keys')
    .set({ used_at: now, used_by: playerId })
    .$call(ofDeployment(deployment))
    .where('value_hash', '=', hashOf(value))
    .where('used_at', 'is', null)
    .where((eb) => eb('expires_at', 'is', null).or('expires_at', '>', now))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Hexadecimal digits of a key's hash that identify it. */
const idDigits = 32

type NewBatch = NewRow<'access_key_batches'>

/** Adds keys that are free, as a batch; answers its id. */
export async function insertAccessKeys(
  transaction: Executor,
  batch: Omit<NewBatch, 'count'>,
  values: readonly string[],
): Promise<number> {
  const { deployment, made_at: created_at, expires_at } = batch
  const { id } = await transaction
    .insertInto('access_key_batches')
    .values({ ...batch, count: values.length })
    .returning('id')
    .executeTakeFirstOrThrow()
  const own = { deployment, created_at, expires_at, batch_id: id }
  const rows = values.map((value) => ({ ...own, value_hash: hashOf(value) }))
  await transaction.insertInto('access_keys').values(rows).execute()
  return id
}

/** The batches of a deployment, the newest first, each with how many of its keys are used. */
export async function listBatches(executor: Executor, deployment: string) {
  const batches = await executor
    .selectFrom('access_key_batches')
    .selectAll()
    .$call(ofDeployment(deployment))
    .orderBy('id', 'desc')
    .limit(mostBatches)
    .execute()
  const counted = await countKeys(executor, deployment)
  return batches.map((batch) => {
    const { free = 0, used = 0 } = counted.get(batch.id) ?? {}
    return { batch, free, used }
  })
}

const mostBatches = 1000

async function countKeys(executor: Executor, deployment: string) {
  const rows = await executor
    .selectFrom('access_keys')
    .select([
      'batch_id',
      sql<number>`count(*) filter (where used_at is null)::int`.as('free'),
      sql<number>`count(used_at)::int`.as('used'),
    ])
    .$call(ofDeployment(deployment))
    .where('batch_id', 'is not', null)
    .groupBy('batch_id')
    .execute()
  return new Map(rows.map(({ batch_id: id, ...counts }) => [id, counts]))
}

/** Removes the free keys of a batch; answers how many, null where no such batch is in force. */
export async function revokeBatch(
  transaction: Executor,
  deployment: string,
  id: number,
  now: Date,
): Promise<number | null> {
  const standing = { deployment, id, revoked_at: null }
  if (!(await changeRows(transaction, 'access_key_batches', standing, { revoked_at: now }))) {
    return null
  }
  const { numDeletedRows } = await transaction
    .deleteFrom('access_keys')
    .$call(ofDeployment(deployment))
    .where('batch_id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

const idOfKey = sql<string>`left(encode(value_hash, 'hex'), ${sql.lit(idDigits)})`

interface Wanted {
  readonly isUsed: boolean | null
  readonly batch?: number | undefined
  /** The keys of a batch were made at one moment: their ids are their order. */
  readonly after?: string | undefined
  readonly limit: number
}

/** The newest keys: the free ones, the used ones, or both. */
export async function listAccessKeys(
  executor: Executor,
  deployment: string,
  { isUsed, batch, after, limit }: Wanted,
) {
  const rows = await executor
    .selectFrom('access_keys')
    .selectAll()
    .$call(ofDeployment(deployment))
    .$if(isUsed !== null, (query) => query.where('used_at', isUsed ? 'is not' : 'is', null))
    .$if(batch !== undefined, (query) => query.where('batch_id', '=', batch ?? 0))
    .$if(after !== undefined, (query) => query.where(idOfKey, '>', after ?? ''))
    .orderBy('created_at', 'desc')
    .orderBy('value_hash')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    id: accessKeyIdOf(row.value_hash),
    batch: row.batch_id,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
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
    .where((eb) => eb.or([eb('value_hash', '=', hashOf(named)), eb(idOfKey, '=', named)]))
    .returning('value_hash')
    .executeTakeFirst()
  return row === undefined ? null : accessKeyIdOf(row.value_hash)
}

/** Identifies a key without disclosing it. */
export function accessKeyIdOf(hash: Uint8Array): string {
  return Buffer.from(hash).toString('hex').slice(0, idDigits)
}
