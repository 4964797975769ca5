import { sql } from 'kysely'
import { type Executor, findRow, insertOnce, ofDeployment, type Row } from '../schema/executor.ts'

export type SigningKey = Row<'signing_keys'>

/** The keys of a deployment, in the order in which they sign. */
export function listSigningKeys(executor: Executor, deployment: string) {
  return executor
    .selectFrom('signing_keys')
    .selectAll()
    .$call(ofDeployment(deployment))
    .orderBy('signs_from')
    .execute()
}

/** Two servers make no key at the same time: the second one waits, and sees the first one's. */
export async function lockSigningKeys(transaction: Executor, deployment: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`signing keys of ${deployment}`}))`.execute(
    transaction,
  )
}

/** The public half of a retired key; undefined for none. */
export async function findRetiredKey(executor: Executor, deployment: string, kid: string) {
  const row = await findRow(executor, 'retired_keys', ['public_key'], { deployment, kid })
  return row?.public_key as Record<string, unknown> | undefined
}

/** Keeps the public half of a key; of two servers the first does. */
export async function keepRetiredKey(transaction: Executor, key: Row<'retired_keys'>) {
  const row = { ...key, public_key: JSON.stringify(key.public_key) }
  await insertOnce(transaction, 'retired_keys', row)
}

/** Forgets the keys that were retired before a moment. */
export async function forgetRetiredKeys(executor: Executor, deployment: string, before: Date) {
  await executor
    .deleteFrom('retired_keys')
    .$call(ofDeployment(deployment))
    .where('retired_at', '<', before)
    .execute()
}
