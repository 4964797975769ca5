import { normalizeName } from '../../platform/normalizeName.ts'
import { hashOf } from '../../platform/crypto/secrets.ts'
import type { SecretLookup } from '../../platform/crypto/playerSecret.ts'
import type { Player } from '../accounts/players.ts'
import {
  changeRows,
  type Executor,
  findRow,
  insertRow,
  ofPlayer,
  type Row,
} from '../schema/executor.ts'
import type { SafetyLinkKind } from '../schema/values.ts'

interface NewSafetyLink {
  readonly kind: SafetyLinkKind
  /** Only its hash is kept. */
  readonly token: string
  readonly expiresAt: Date
}

/**
 * Issues a link to a player's present address. Older ones that open an account end with it. Those
 * that freeze one go on: several acts are mailed at one moment, and each mail's own link has to
 * work.
 */
export async function issueSafetyLink(
  transaction: Executor,
  { deployment, id, email }: Pick<Player, 'deployment' | 'id' | 'email'>,
  { kind, token, expiresAt }: NewSafetyLink,
  now: Date,
): Promise<void> {
  const of = { deployment, player_id: id, kind }
  if (kind === 'unfreeze') {
    const older = { ...of, used_at: null, superseded_at: null }
    await changeRows(transaction, 'safety_links', older, { superseded_at: now })
  }
  const link = { token_hash: hashOf(token), email_key: normalizeName(email) }
  const row = { ...of, ...link, created_at: now, expires_at: expiresAt }
  await insertRow(transaction, 'safety_links', row)
}

const columns = ['kind', 'email_key', 'tries', 'expires_at', 'used_at', 'superseded_at'] as const

export type SafetyLinkFound = Pick<Row<'safety_links'>, (typeof columns)[number]>

/** Reads a link, and changes nothing. */
export function readSafetyLinkRow(
  executor: Executor,
  deployment: string,
  { hash, playerId }: SecretLookup,
): Promise<SafetyLinkFound | undefined> {
  const key = { deployment, player_id: playerId, token_hash: hash }
  return findRow(executor, 'safety_links', columns, key)
}

/**
 * Counts a number that is tried with a link, before it is compared: of tries at one moment each
 * counts. Returns how many there were with this one; null where the link takes no more.
 */
export async function countTry(
  executor: Executor,
  deployment: string,
  { hash, playerId }: SecretLookup,
  most: number,
): Promise<number | null> {
  const counted = await executor
    .updateTable('safety_links')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .$call(ofPlayer(deployment, playerId))
    .where('token_hash', '=', hash)
    .where('tries', '<', most)
    .returning('tries')
    .executeTakeFirst()
  return counted?.tries ?? null
}

/** Takes the last try back: its number was right. */
export async function forgiveTry(
  executor: Executor,
  deployment: string,
  { hash, playerId }: SecretLookup,
): Promise<void> {
  await executor
    .updateTable('safety_links')
    .set((eb) => ({ tries: eb('tries', '-', 1) }))
    .$call(ofPlayer(deployment, playerId))
    .where('token_hash', '=', hash)
    .execute()
}

/**
 * Consumes a link: one conditional update decides which use is first. False for a link that has
 * ended.
 */
export async function takeSafetyLink(
  transaction: Executor,
  { deployment, id, email }: Pick<Player, 'deployment' | 'id' | 'email'>,
  { hash }: SecretLookup,
  kind: SafetyLinkKind,
  now: Date,
): Promise<boolean> {
  const open = { used_at: null, superseded_at: null, kind, email_key: normalizeName(email) }
  const { numUpdatedRows } = await transaction
    .updateTable('safety_links')
    .set({ used_at: now })
    .where((eb) => eb.and({ deployment, player_id: id, token_hash: hash, ...open }))
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
