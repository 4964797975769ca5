import { sql } from 'kysely'
import { lifetimes } from '@gatehouse/contract/limits'
import { after } from '../../platform/clock.ts'
import type { SecretLookup } from '../../platform/crypto/playerSecret.ts'
import type { PlayerSecretKind } from '../../platform/crypto/serverKey.ts'
import { keyOf } from '../accounts/players.ts'
import { changeRows, type Executor, findRow, ofDeployment } from '../schema/executor.ts'

/** The secrets of players that stand in the links of mails, and expire from the sending on. */
export type ExpiringLinkKind = Extract<
  PlayerSecretKind,
  'mail link' | 'email confirmation' | 'email undo'
>

/**
 * Counts the time of a mail's link from now on, when the mail is handed over: one that had to wait
 * would come too late otherwise. A link that was used or overtaken meanwhile stays what it is.
 */
export async function countLinkFrom(
  executor: Executor,
  deployment: string,
  { kind, hash, playerId: player_id }: SecretLookup & { readonly kind: ExpiringLinkKind },
  now: Date,
): Promise<void> {
  const own = { deployment, player_id }
  if (kind === 'email confirmation') {
    const confirmed = { confirm_until: after(now, lifetimes.updateEmailLink) }
    await changeRows(executor, 'email_changes', { ...own, confirm_hash: hash }, confirmed)
    return
  }
  if (kind === 'email undo') {
    const undone = { undo_until: after(now, lifetimes.updateEmailRecoveryLink) }
    const waiting = { ...own, undo_hash: hash, confirmed_at: null }
    await changeRows(executor, 'email_changes', waiting, undone)
    return
  }
  const ofLink = { ...own, token_hash: hash }
  const row = await findRow(executor, 'mail_links', ['created_at', 'expires_at'], ofLink)
  if (row === undefined) return
  const lifetime = row.expires_at.getTime() - row.created_at.getTime()
  const times = { expires_at: new Date(now.getTime() + lifetime), created_at: now }
  await changeRows(executor, 'mail_links', ofLink, times)
}

/** A place in the list of players whose address refuses mail. */
export interface RefusingPlace {
  readonly since: Date
  readonly id: number
}

/** Players whose address refuses mail, the newest first. */
export function listRefusing(
  executor: Executor,
  deployment: string,
  { after: last, limit }: { readonly after: RefusingPlace | null; readonly limit: number },
) {
  return executor
    .selectFrom('players')
    .select(['id', 'username', 'email'])
    .select(sql<Date>`mail_refused_at`.as('since'))
    .$call(ofDeployment(deployment))
    .where('mail_refused_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .$if(last !== null, (query) =>
      query.where(sql<boolean>`(mail_refused_at, id) < (${last?.since}, ${last?.id})`),
    )
    .orderBy('mail_refused_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
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
