import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Tables } from '../schema/rows.ts'
import type { Executor } from '../schema/executor.ts'
import { ofDeployment } from '../schema/ofPlayer.ts'

export type StoredClient = Selectable<Tables['clients']>

/** Shows whether the clients of some deployments have changed. */
export function listClientRevisions(
  executor: Executor,
  deployments: readonly string[],
): Promise<
  Pick<
    StoredClient,
    'deployment' | 'client_id' | 'revision' | 'secret_until' | 'webhook_secret_until'
  >[]
> {
  return executor
    .selectFrom('clients')
    .select(['deployment', 'client_id', 'revision', 'secret_until', 'webhook_secret_until'])
    .where('deployment', 'in', deployments)
    .orderBy('deployment')
    .orderBy('client_id')
    .execute()
}

/** The clients of some deployments, by their ids. */
export function listStoredClients(
  executor: Executor,
  deployments: readonly string[],
): Promise<StoredClient[]> {
  return executor
    .selectFrom('clients')
    .selectAll()
    .where('deployment', 'in', deployments)
    .orderBy('deployment')
    .orderBy('client_id')
    .execute()
}

/** A client, locked until the end of the transaction. */
export function lockStoredClient(
  transaction: Executor,
  deployment: string,
  clientId: string,
): Promise<StoredClient | undefined> {
  return transaction
    .selectFrom('clients')
    .selectAll()
    .$call(ofDeployment(deployment))
    .where('client_id', '=', clientId)
    .forUpdate()
    .executeTakeFirst()
}

/** Inserts a client; false when there is one of its id. */
export async function insertStoredClient(
  transaction: Executor,
  client: Insertable<Tables['clients']>,
): Promise<boolean> {
  const row = await transaction
    .insertInto('clients')
    .values(client)
    .onConflict((conflict) => conflict.doNothing())
    .returning('client_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function updateStoredClient(
  transaction: Executor,
  { deployment, client_id }: Pick<StoredClient, 'deployment' | 'client_id'>,
  changes: Updateable<Tables['clients']>,
): Promise<void> {
  await transaction
    .updateTable('clients')
    .set(changes)
    .$call(ofDeployment(deployment))
    .where('client_id', '=', client_id)
    .execute()
}

/** Deletes a client; false when there is none. */
export async function deleteStoredClient(
  transaction: Executor,
  deployment: string,
  clientId: string,
): Promise<boolean> {
  const row = await transaction
    .deleteFrom('clients')
    .$call(ofDeployment(deployment))
    .where('client_id', '=', clientId)
    .returning('client_id')
    .executeTakeFirst()
  return row !== undefined
}
