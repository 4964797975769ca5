import { sql } from 'kysely'
import type { Executor } from '../connection/openDatabase.ts'

/** Single-use and short-lived rows: a backup holds some that were used since. */
const openTables = [
  'oidc_artifacts',
  'mail_links',
  'email_changes',
  'authorization_flows',
  'partner_login_codes',
  'registration_tickets',
  'captcha_passes',
] as const

/** Player ids to skip after a backup was restored: ids that were given since must not be given again. */
const idsLeftOut = 1_000_000

/**
 * Ends every session, notifies the clients, and voids every open mail link, authorization flow and
 * ticket; answers the number of sessions.
 */
export async function cancelPending(transaction: Executor, now: Date): Promise<number> {
  const ended = await transaction
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  await transaction
    .updateTable('client_sessions')
    .set({ ended_at: now })
    .where('ended_at', 'is', null)
    .execute()
  for (const table of openTables) await transaction.deleteFrom(table).execute()
  return Number(ended.numUpdatedRows)
}

/** Clients know players by their ids: an id that was given since the backup must not name another player. */
export async function leaveOutIds(executor: Executor): Promise<void> {
  await sql`select setval(pg_get_serial_sequence('players', 'id'),
    coalesce((select max(id) from players), 0) + ${sql.lit(idsLeftOut)})`.execute(executor)
}
