import { sql } from 'kysely'
import type { Executor } from '../schema/executor.ts'

/**
 * Lets a transaction remove entries of accounts' ledgers, which a trigger refuses everybody else: for
 * the sweep of old ones and the erasure of an account.
 */
export async function allowForgetting(transaction: Executor): Promise<void> {
  await sql`select set_config('gatehouse.ledger', 'forget', true)`.execute(transaction)
}
