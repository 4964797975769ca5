import { sql } from 'kysely'
import type { Executor } from '../schema/executor.ts'

/** A database whose order of letters was made by another version of the system's library. */
export interface ChangedCollation {
  readonly database: string
  /** The version by which its indexes are sorted. */
  readonly made: string
  /** The version by which it sorts now. */
  readonly now: string
}

/**
 * The database, where an upgrade of its machine has changed how it sorts; null where nothing says
 * so. Indexes in the order before may miss rows until they are made again.
 */
export async function changedCollation(executor: Executor): Promise<ChangedCollation | null> {
  const { rows } = await sql<ChangedCollation>`
    select datname as database, datcollversion as made,
      pg_database_collation_actual_version(oid) as now
    from pg_database where datname = current_database()
      and datcollversion <> pg_database_collation_actual_version(oid)`.execute(executor)
  return rows[0] ?? null
}
