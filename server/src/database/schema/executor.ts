import type { Kysely, Transaction } from 'kysely'
import type { Tables } from './rows.ts'

/** What a query runs in: the database, or the transaction that it belongs to. */
export type Executor = Kysely<Tables> | Transaction<Tables>
