import type { Kysely, Transaction } from 'kysely'
import type { Tables } from './rows.ts'

/** The place where a query runs: the database, or a transaction. */
export type Executor = Kysely<Tables> | Transaction<Tables>
