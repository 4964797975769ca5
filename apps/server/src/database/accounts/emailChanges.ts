import type { SecretLookup } from '../../platform/crypto/playerSecret.ts'
import { endOpen } from '../schema/endOpen.ts'
import {
  changeRows,
  type Executor,
  insertRow,
  type NewRow,
  ofPlayer,
  type Row,
} from '../schema/executor.ts'
import type { EmailVerification } from '../schema/values.ts'
import { findById, keyOf } from './players.ts'
import { emailKey, holderOf, releaseFormerEmails } from './uniqueValues.ts'

export type EmailChange = Row<'email_changes'>

/** Records a requested change of address; an earlier change that is not confirmed ends. */
export async function insertEmailChange(
  transaction: Executor,
  change: NewRow<'email_changes'>,
): Promise<void> {
  const { deployment, player_id, asked_at } = change
  await endOpen(transaction, 'email_changes', deployment, player_id, asked_at)
  await insertRow(transaction, 'email_changes', change)
}

/** A player's change that a link of either mail belongs to. A writer holds the player's lock. */
export function findEmailChange(
  executor: Executor,
  deployment: string,
  link: 'confirm_hash' | 'undo_hash',
  { hash, playerId }: SecretLookup,
): Promise<EmailChange | undefined> {
  return executor
    .selectFrom('email_changes')
    .selectAll()
    .$call(ofPlayer(deployment, playerId))
    .where(link, '=', hash)
    .executeTakeFirst()
}

/** A player's change of address whose link still puts it in force. */
export function findOpenEmailChange(
  executor: Executor,
  deployment: string,
  playerId: number,
  now: Date,
): Promise<EmailChange | undefined> {
  return executor
    .selectFrom('email_changes')
    .selectAll()
    .$call(ofPlayer(deployment, playerId))
    .where('confirmed_at', 'is', null)
    .where('voided_at', 'is', null)
    .where('confirm_until', '>', now)
    .orderBy('id', 'desc')
    .executeTakeFirst()
}

export async function markEmailChangeConfirmed(
  transaction: Executor,
  { deployment, id, player_id }: EmailChange,
  oldEmailVerifiedBy: EmailVerification | null,
  now: Date,
): Promise<void> {
  const changes = { confirmed_at: now, old_email_verified_by: oldEmailVerifiedBy }
  await changeRows(transaction, 'email_changes', { deployment, player_id, id }, changes)
}

/** Undoes a change and every later one of the same player. */
export async function markEmailChangesUndone(
  transaction: Executor,
  { deployment, id, player_id }: EmailChange,
  now: Date,
): Promise<void> {
  await transaction
    .updateTable('email_changes')
    .set((eb) => ({ undone_at: now, voided_at: eb.fn.coalesce('voided_at', eb.val(now)) }))
    .$call(ofPlayer(deployment, player_id))
    .where('id', '>=', id)
    .where('undone_at', 'is', null)
    .execute()
}

/** Ends the changes of a player that wait, and the undoing of those since a moment. */
export async function endEmailChangesSince(
  transaction: Executor,
  deployment: string,
  playerId: number,
  since: Date,
  now: Date,
): Promise<void> {
  await transaction
    .updateTable('email_changes')
    .set((eb) => ({ undone_at: now, voided_at: eb.fn.coalesce('voided_at', eb.val(now)) }))
    .$call(ofPlayer(deployment, playerId))
    .where('undone_at', 'is', null)
    .where((eb) => eb.or([eb('confirmed_at', 'is', null), eb('confirmed_at', '>=', since)]))
    .execute()
  await releaseFormerEmails(transaction, deployment, playerId, [])
}

/**
 * Ends the time in which the former addresses of a player may take the account back: the mailbox of
 * the present one has just recovered it. `keepsAddresses`: those that can put the account back stay kept.
 */
export async function endUndoOfEmailChanges(
  transaction: Executor,
  deployment: string,
  playerId: number,
  { now, keepsAddresses }: { readonly now: Date; readonly keepsAddresses: boolean },
): Promise<void> {
  await transaction
    .updateTable('email_changes')
    .set({ undo_until: now })
    .$call(ofPlayer(deployment, playerId))
    .where('confirmed_at', 'is not', null)
    .where('undone_at', 'is', null)
    .where('undo_until', '>', now)
    .execute()
  if (!keepsAddresses) await releaseFormerEmails(transaction, deployment, playerId, [])
}

/** Releases the addresses that no change can restore any more. */
export async function releaseUndoneEmails(
  transaction: Executor,
  deployment: string,
  playerId: number,
  now: Date,
): Promise<void> {
  const kept = await transaction
    .selectFrom('email_changes')
    .select('old_email_key')
    .$call(ofPlayer(deployment, playerId))
    .where('confirmed_at', 'is not', null)
    .where('undone_at', 'is', null)
    .where('undo_until', '>', now)
    .execute()
  const keys = kept.map(({ old_email_key }) => old_email_key)
  await releaseFormerEmails(transaction, deployment, playerId, keys)
}

/**
 * True when an address is taken: an account has confirmed it, or a player other than `playerId`
 * gave it up and may still take it back. An unconfirmed registration takes none.
 */
export async function isEmailTaken(
  executor: Executor,
  deployment: string,
  email: string,
  playerId: number | null,
  now: Date,
): Promise<boolean> {
  const holder = await holderOf(executor, deployment, emailKey(email), now)
  if (!holder) return false
  const player = await findById(executor, deployment, holder.playerId)
  if (!player) return false
  if (holder.until !== null) return holder.playerId !== playerId
  return player.confirmed_at !== null && player.email_key === keyOf(email)
}
