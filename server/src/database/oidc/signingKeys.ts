import { type Selectable, sql } from 'kysely'
import type { Executor } from '../schema/executor.ts'
import type { Tables } from '../schema/rows.ts'
import { ofDeployment } from '../schema/ofPlayer.ts'

export type SigningKey = Selectable<Tables['signing_keys']>

/** The keys of a deployment, in the order in which they sign. */
export function listSigningKeys(executor: Executor, deployment: string): Promise<SigningKey[]> {
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

export async function insertSigningKey(executor: Executor, key: SigningKey): Promise<void> {
  await executor.insertInto('signing_keys').values(key).execute()
}

export async function deleteSigningKeys(
  executor: Executor,
  deployment: string,
  kids: readonly string[],
): Promise<void> {
  if (kids.length === 0) return
  await executor
    .deleteFrom('signing_keys')
    .$call(ofDeployment(deployment))
    .where('kid', 'in', kids)
    .execute()
}

export async function resealSigningKey(
  executor: Executor,
  deployment: string,
  kid: string,
  sealed: string,
): Promise<void> {
  await executor
    .updateTable('signing_keys')
    .set({ sealed })
    .$call(ofDeployment(deployment))
    .where('kid', '=', kid)
    .execute()
}
