import type { Executor } from '../schema/executor.ts'
import type { Tables } from '../schema/rows.ts'
import { ofDeployment } from '../schema/ofPlayer.ts'

export async function insertRegistrationTicket(
  executor: Executor,
  ticket: Omit<Tables['registration_tickets'], 'used_at'>,
): Promise<void> {
  await executor.insertInto('registration_tickets').values(ticket).execute()
}

/** Finds a ticket: by its secret, its purpose and the browser that it was issued to. */
export interface TicketKey {
  readonly deployment: string
  readonly tokenHash: Buffer
  readonly purpose: Tables['registration_tickets']['purpose']
  readonly browserHash: Buffer
}

/** A ticket that is still valid; undefined for every other one. */
export function findRegistrationTicket(executor: Executor, key: TicketKey, now: Date) {
  return executor
    .selectFrom('registration_tickets')
    .selectAll()
    .$call(ofDeployment(key.deployment))
    .where('token_hash', '=', key.tokenHash)
    .where('purpose', '=', key.purpose)
    .where('browser_hash', '=', key.browserHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Spends a ticket; false when another request was faster. */
export async function spendRegistrationTicket(
  executor: Executor,
  { deployment, tokenHash }: Pick<TicketKey, 'deployment' | 'tokenHash'>,
  now: Date,
): Promise<boolean> {
  const row = await executor
    .updateTable('registration_tickets')
    .set({ used_at: now })
    .$call(ofDeployment(deployment))
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .returning('token_hash')
    .executeTakeFirst()
  return row !== undefined
}
