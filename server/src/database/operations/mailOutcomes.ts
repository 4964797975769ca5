import { lifetimes } from '@gatehouse/contract/limits'
import { after } from '../../platform/clock.ts'
import type { SecretLookup } from '../../platform/crypto/playerSecret.ts'
import type { Executor } from '../schema/executor.ts'
import { keyOf } from '../accounts/players.ts'
import { ofDeployment, ofPlayer } from '../schema/ofPlayer.ts'

/**
 * Counts the time of a mail's link from now on, when the mail is handed over: one that had to wait
 * would come too late otherwise. A link that was used or overtaken meanwhile stays what it is.
 */
export async function countLinkFrom(
  executor: Executor,
  deployment: string,
  link: SecretLookup,
  now: Date,
): Promise<void> {
  const { hash, playerId } = link
  const row = await executor
    .selectFrom('mail_links')
    .select(['created_at', 'expires_at'])
    .$call(ofPlayer(deployment, playerId))
    .where('token_hash', '=', hash)
    .executeTakeFirst()
  if (row !== undefined) {
    const lifetime = row.expires_at.getTime() - row.created_at.getTime()
    await executor
      .updateTable('mail_links')
      .set({ expires_at: new Date(now.getTime() + lifetime), created_at: now })
      .$call(ofPlayer(deployment, playerId))
      .where('token_hash', '=', hash)
      .execute()
    return
  }
  const { numUpdatedRows } = await executor
    .updateTable('email_changes')
    .set({ confirm_until: after(now, lifetimes.updateEmailLink) })
    .$call(ofPlayer(deployment, playerId))
    .where('confirm_hash', '=', hash)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return
  await executor
    .updateTable('email_changes')
    .set({ undo_until: after(now, lifetimes.updateEmailRecoveryLink) })
    .$call(ofPlayer(deployment, playerId))
    .where('undo_hash', '=', hash)
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
    .$call(ofDeployment(deployment))
    .where('email_key', '=', keyOf(to))
    .where('mail_refused_at', since === null ? 'is not' : 'is', null)
    .execute()
}
