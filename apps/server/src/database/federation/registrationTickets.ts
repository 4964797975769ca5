import { changeRows, type Executor, type Row } from '../schema/executor.ts'

/** Finds a ticket: by its secret, its purpose and the browser that it was issued to. */
export interface TicketKey {
  readonly deployment: string
  readonly tokenHash: Buffer
  readonly purpose: Row<'registration_tickets'>['purpose']
  readonly browserHash: Buffer
}

/** A ticket that is still valid; undefined for every other one. */
export function findRegistrationTicket(
  executor: Executor,
  { deployment, tokenHash: token_hash, purpose, browserHash: browser_hash }: TicketKey,
  now: Date,
) {
  return executor
    .selectFrom('registration_tickets')
    .selectAll()
    .where((eb) => eb.and({ deployment, token_hash, purpose, browser_hash, used_at: null }))
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Spends a ticket; false when another request was faster. */
export function spendRegistrationTicket(
  executor: Executor,
  { deployment, tokenHash }: Pick<TicketKey, 'deployment' | 'tokenHash'>,
  now: Date,
): Promise<boolean> {
  const unspent = { deployment, token_hash: tokenHash, used_at: null }
  return changeRows(executor, 'registration_tickets', unspent, { used_at: now })
}
