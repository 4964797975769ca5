import type { Executor } from '../schema/executor.ts'
import { ofDeployment } from '../schema/ofPlayer.ts'

/** When the webhook of a client was stopped; undefined while it runs. */
export async function webhookStoppedAt(
  executor: Executor,
  deployment: string,
  clientId: string,
): Promise<Date | undefined> {
  const row = await executor
    .selectFrom('stopped_webhooks')
    .select('at')
    .$call(ofDeployment(deployment))
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  return row?.at
}

/** The stopped webhooks of a deployment: since when, by their clients. */
export async function listStoppedWebhooks(
  executor: Executor,
  deployment: string,
): Promise<ReadonlyMap<string, Date>> {
  const rows = await executor
    .selectFrom('stopped_webhooks')
    .select(['client_id', 'at'])
    .$call(ofDeployment(deployment))
    .execute()
  return new Map(rows.map(({ client_id, at }) => [client_id, at]))
}

/** Stops a webhook; false when it was stopped before. */
export async function stopWebhook(
  executor: Executor,
  deployment: string,
  clientId: string,
  at: Date,
): Promise<boolean> {
  const row = await executor
    .insertInto('stopped_webhooks')
    .values({ deployment, client_id: clientId, at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('client_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Starts a webhook again; false when it was not stopped. */
export async function startWebhook(
  executor: Executor,
  deployment: string,
  clientId: string,
): Promise<boolean> {
  const row = await executor
    .deleteFrom('stopped_webhooks')
    .$call(ofDeployment(deployment))
    .where('client_id', '=', clientId)
    .returning('client_id')
    .executeTakeFirst()
  return row !== undefined
}
