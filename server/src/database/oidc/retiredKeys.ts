import type { Selectable } from 'kysely'
import type { Executor } from '../schema/executor.ts'
import type { Tables } from '../schema/rows.ts'
import { ofDeployment } from '../schema/ofPlayer.ts'

type RetiredKey = Selectable<Tables['retired_keys']>

export async function findRetiredKey(
  executor: Executor,
  deployment: string,
  kid: string,
): Promise<Record<string, unknown> | undefined> {
  const row = await executor
    .selectFrom('retired_keys')
    .select('public_key')
    .$call(ofDeployment(deployment))
    .where('kid', '=', kid)
    .executeTakeFirst()
  return row?.public_key as Record<string, unknown> | undefined
}

/** Keeps the public half of a key; of two servers the first does. */
export async function keepRetiredKey(
  transaction: Executor,
  { public_key, ...key }: RetiredKey,
): Promise<void> {
  await transaction
    .insertInto('retired_keys')
    .values({ ...key, public_key: JSON.stringify(public_key) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Forgets the keys that were retired before a moment. */
export async function forgetRetiredKeys(
  executor: Executor,
  deployment: string,
  before: Date,
): Promise<void> {
  await executor
    .deleteFrom('retired_keys')
    .$call(ofDeployment(deployment))
    .where('retired_at', '<', before)
    .execute()
}
