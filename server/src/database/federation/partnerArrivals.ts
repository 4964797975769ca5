import type { Executor } from '../connection/openDatabase.ts'
import type { PartnerArrivalRow } from '../connection/tables.ts'

/** Keeps that a registration was accepted, until its browser exchanges it for a session. */
export async function insertArrival(
  transaction: Executor,
  arrival: Omit<PartnerArrivalRow, 'used_at'>,
): Promise<void> {
  await transaction.insertInto('partner_arrivals').values(arrival).execute()
}

/** Takes an arrival: nobody takes it again. Undefined for anything else, which stays as it is. */
export function takeArrival(
  executor: Executor,
  deployment: string,
  createdHash: Buffer,
  browserHash: Buffer,
  now: Date,
) {
  return executor
    .updateTable('partner_arrivals')
    .set({ used_at: now })
    .where('deployment', '=', deployment)
    .where('created_hash', '=', createdHash)
    .where('browser_hash', '=', browserHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['player_id', 'client_id'])
    .executeTakeFirst()
}
