import { lifetimes } from '@gatehouse/contract/limits'
import { sql } from 'kysely'
import { after } from '../../platform/clock.ts'
import type { SoughtSecret } from '../../platform/crypto/playerSecret.ts'
import type { Executor } from '../connection/openDatabase.ts'
import { keyOf } from '../accounts/players.ts'

/**
 * Counts the time of a mail's link from now on, when the mail is handed over: one that had to wait
 * would come too late otherwise. A link that was used or overtaken meanwhile stays what it is.
 */
export async function countLinkFrom(
  executor: Executor,
  deployment: string,
  { hash, playerId }: SoughtSecret,
  now: Date,
): Promise<void> {
  const { numUpdatedRows } = await executor
    .updateTable('mail_links')
    .set({
      expires_at: sql`${now}::timestamptz + (expires_at - created_at)`,
      created_at: now,
    })
    .where('deployment', '=', deployment)
    .where('token_hash', '=', hash)
    .$if(playerId !== null, (query) => query.where('player_id', '=', playerId as number))
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return
  await executor
    .updateTable('email_changes')
    .set({ confirm_until: after(now, lifetimes.updateEmailLink) })
    .where('deployment', '=', deployment)
    .where('confirm_hash', '=', hash)
    .$if(playerId !== null, (query) => query.where('player_id', '=', playerId as number))
    .execute()
  await executor
    .updateTable('email_changes')
    .set({ undo_until: after(now, lifetimes.updateEmailRecoveryLink) })
    .where('deployment', '=', deployment)
    .where('undo_hash', '=', hash)
    .$if(playerId !== null, (query) => query.where('player_id', '=', playerId as number))
    .where('confirmed_at', 'is', null)
    .execute()
}

/** Notes whether an address takes mail: since when it does not, or null when it does. */
export async function noteMailRefused(
  executor: Executor,
  deployment: string,
  to: string,
  since: Date | null,
): Promise<void> {
  await executor
    .updateTable('players')
    .set({ mail_refused_at: since })
    .where('deployment', '=', deployment)
    .where('email_key', '=', keyOf(to))
    .where('mail_refused_at', since === null ? 'is not' : 'is', null)
    .execute()
}
