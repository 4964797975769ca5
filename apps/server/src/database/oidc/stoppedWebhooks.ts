import { deleteRows, type Executor, findRow, insertOnce, ofDeployment } from '../schema/executor.ts'

/** When the webhook of a client was stopped; undefined while it runs. */
export async function webhookStoppedAt(executor: Executor, deployment: string, clientId: string) {
  const key = { deployment, client_id: clientId }
  return (await findRow(executor, 'stopped_webhooks', ['at'], key))?.at
}

/** The stopped webhooks of a deployment: since when, by their clients. */
export async function listStoppedWebhooks(executor: Executor, deployment: string) {
  const rows = await executor
    .selectFrom('stopped_webhooks')
    .select(['client_id', 'at'])
    .$call(ofDeployment(deployment))
    .execute()
  return new Map(rows.map(({ client_id, at }) => [client_id, at]))
}

/** Stops a webhook; false when it was stopped before. */
export function stopWebhook(executor: Executor, deployment: string, clientId: string, at: Date) {
  return insertOnce(executor, 'stopped_webhooks', { deployment, client_id: clientId, at })
}

/** Starts a webhook again; false when it was not stopped. */
export function startWebhook(executor: Executor, deployment: string, clientId: string) {
  return deleteRows(executor, 'stopped_webhooks', { deployment, client_id: clientId })
}
