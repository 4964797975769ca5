import { changeRows, type Executor } from '../schema/executor.ts'

/** Finds a ticket: by its secret and the browser that it was issued to. */
export interface ServiceTicketKey {
  readonly deployment: string
  readonly tokenHash: Buffer
  readonly browserHash: Buffer
}

/** A ticket that is still valid; undefined for every other one. */
export function findServiceTicket(
  executor: Executor,
  { deployment, tokenHash: token_hash, browserHash: browser_hash }: ServiceTicketKey,
  now: Date,
) {
  return executor
    .selectFrom('service_tickets')
    .selectAll()
    .where((eb) => eb.and({ deployment, token_hash, browser_hash, used_at: null }))
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Spends a ticket; false when another request was faster. */
export function spendServiceTicket(
  executor: Executor,
  { deployment, tokenHash }: ServiceTicketKey,
  now: Date,
): Promise<boolean> {
  const unspent = { deployment, token_hash: tokenHash, used_at: null }
  return changeRows(executor, 'service_tickets', unspent, { used_at: now })
}
