import type { Updateable } from 'kysely'
import {
  changeRows,
  deleteRows,
  type Executor,
  insertOnce,
  type NewRow,
  ofDeployment,
  type Row,
} from '../schema/executor.ts'
import type { Tables } from '../schema/rows.ts'

export type StoredClient = Row<'clients'>

/** Shows whether the clients of some deployments have changed. */
export function listClientRevisions(executor: Executor, deployments: readonly string[]) {
  return executor
    .selectFrom('clients')
    .select(['deployment', 'client_id', 'revision', 'secret_until', 'webhook_secret_until'])
    .where('deployment', 'in', deployments)
    .orderBy('deployment')
    .orderBy('client_id')
    .execute()
}

/** The clients of some deployments, by their ids. */
export function listStoredClients(executor: Executor, deployments: readonly string[]) {
  return executor
    .selectFrom('clients')
    .selectAll()
    .where('deployment', 'in', deployments)
    .orderBy('deployment')
    .orderBy('client_id')
    .execute()
}

/** A client, locked until the end of the transaction. */
export function lockStoredClient(transaction: Executor, deployment: string, clientId: string) {
  return transaction
    .selectFrom('clients')
    .selectAll()
    .$call(ofDeployment(deployment))
    .where('client_id', '=', clientId)
    .forUpdate()
    .executeTakeFirst()
}

/** Inserts a client; false when there is one of its id. */
export function insertStoredClient(transaction: Executor, client: NewRow<'clients'>) {
  return insertOnce(transaction, 'clients', client)
}

export async function updateStoredClient(
  transaction: Executor,
  { deployment, client_id }: Pick<StoredClient, 'deployment' | 'client_id'>,
  changes: Updateable<Tables['clients']>,
): Promise<void> {
  await changeRows(transaction, 'clients', { deployment, client_id }, changes)
}

/** Deletes a client; false when there is none. */
export function deleteStoredClient(transaction: Executor, deployment: string, clientId: string) {
  return deleteRows(transaction, 'clients', { deployment, client_id: clientId })
}
