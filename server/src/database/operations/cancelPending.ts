import { sql } from 'kysely'
import type { Executor } from '../connection/openDatabase.ts'

/** What is good once, or for a while: a backup holds some that was used since. */
const openTables = [
  'oidc_artifacts',
  'mail_links',
  'email_changes',
  'authorization_flows',
  'partner_login_codes',
  'registration_tickets',
  'captcha_passes',
] as const

/** How many ids of players are left out after a backup: those that were given since are not given again. */
const idsLeftOut = 1_000_000

/**
 * Ends every session, of which sites are told, and voids every open link, journey and proof; answers
 * how many sessions that were.
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

/** Sites know players by their ids: none that was given since the backup is given to somebody else. */
export async function leaveOutIds(executor: Executor): Promise<void> {
  await sql`select setval(pg_get_serial_sequence('players', 'id'),
    coalesce((select max(id) from players), 0) + ${sql.lit(idsLeftOut)})`.execute(executor)
}
