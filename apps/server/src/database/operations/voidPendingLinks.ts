import { sql } from 'kysely'
import { changeRows, type Executor } from '../schema/executor.ts'
import { tablesWhere } from '../schema/tables.ts'

/**
 * Single-use and short-lived rows, and trust: a backup holds some that were used or ended since.
 */
const openTables = tablesWhere(({ restored }) => restored === 'deleted')

/**
 * Numbers to skip after a backup was restored: numbers that were given since must not be given
 * again.
 */
const leftOut = 1_000_000

/**
 * Clients know players by their ids, and the erasure log knows decisions and withdrawals by theirs:
 * one that was given since the backup must not name anything else.
 */
const numbered = [
  ['players', 'id'],
  ['consents', 'id'],
  ['erasure_records', 'seq'],
] as const

/**
 * Ends every session, notifies the clients, and voids every open mail link, authorization flow and
 * ticket; answers the number of sessions.
 */
export async function voidPendingLinks(transaction: Executor, now: Date): Promise<number> {
  const ended = await transaction
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  await changeRows(transaction, 'client_sessions', { ended_at: null }, { ended_at: now })
  for (const table of openTables) await transaction.deleteFrom(table).execute()
  // One that waits may have been stopped since; who was stopped stays so.
  await changeRows(transaction, 'rewinds', { state: 'waiting' }, { state: 'void', ended_at: now })
  // No change of address can be undone any longer.
  await transaction
    .deleteFrom('unique_values')
    .where('kind', '=', 'email')
    .where('until', 'is not', null)
    .execute()
  return Number(ended.numUpdatedRows)
}

/** Continues the numbers of players, decisions and withdrawals far behind the last one. */
export async function skipIds(executor: Executor): Promise<void> {
  for (const [table, column] of numbered) {
    await sql`select setval(pg_get_serial_sequence(${table}, ${column}),
      coalesce((select max(${sql.ref(column)}) from ${sql.table(table)}), 0)
        + ${sql.lit(leftOut)})`.execute(executor)
  }
}
