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
import type { SafetyAct, SafetyLinkKind } from '../schema/values.ts'

interface NewSafetyLink {
  readonly kind: SafetyLinkKind
  /** Only its hash is kept. */
  readonly token: string
  readonly expiresAt: Date
}

/**
 * Issues a link to an address of a player. Older ones of the mailbox that open an account end with a new
 * one. Those that come with the news of an act go on: several acts are mailed at one moment, and each
 * mail's own link has to work.
 */
export async function issueSafetyLink(
  transaction: Executor,
  { deployment, id, email }: Pick<Player, 'deployment' | 'id' | 'email'>,
  { kind, token, expiresAt }: NewSafetyLink,
  now: Date,
): Promise<void> {
  const of = { deployment, player_id: id }
  if (kind === 'unfreeze') {
    const older = { ...of, kind, used_at: null, superseded_at: null } as const
    await changeRows(transaction, 'safety_links', older, { superseded_at: now })
  }
  const link = { token_hash: hashOf(token), email_key: normalizeName(email) }
  const row = { ...of, ...link, ...storedKindOf(kind), created_at: now, expires_at: expiresAt }
  await insertRow(transaction, 'safety_links', row)
}

/** A server of version 1.1.0 knows two kinds, and takes every other one for a link that freezes. */
function storedKindOf(kind: SafetyLinkKind) {
  if (kind === 'freeze' || kind === 'unfreeze') return { kind, purpose: null }
  return { kind: 'freeze' as const, purpose: kind }
}

/**
 * Ends the open links of a player that open an account or stop something; not those that stop a recovery
 * case, because a thief could end them.
 */
export async function endWaysBack(
  transaction: Executor,
  deployment: string,
  playerId: number,
  now: Date,
): Promise<void> {
  await transaction
    .updateTable('safety_links')
    .set({ superseded_at: now })
    .$call(ofPlayer(deployment, playerId))
    .where('used_at', 'is', null)
    .where('superseded_at', 'is', null)
    .where((eb) => eb.or([eb('kind', '=', 'unfreeze'), eb('purpose', '!=', 'cancel')]))
    .execute()
}

const columns = [
  'kind',
  'purpose',
  'used_for',
  'email_key',
  'tries',
  'expires_at',
  'used_at',
  'superseded_at',
] as const

type Stored = Pick<Row<'safety_links'>, (typeof columns)[number]>

export interface SafetyLinkFound extends Omit<Stored, 'kind' | 'purpose'> {
  readonly kind: SafetyLinkKind
}

/** Reads a link, and changes nothing. */
export async function readSafetyLinkRow(
  executor: Executor,
  deployment: string,
  { hash, playerId }: SecretLookup,
): Promise<SafetyLinkFound | undefined> {
  const key = { deployment, player_id: playerId, token_hash: hash }
  const row = await findRow(executor, 'safety_links', columns, key)
  return row && { ...row, kind: row.purpose ?? row.kind }
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
 * Consumes a link by an act: one conditional update decides which use is first. One that has frozen the
 * account can still restore it, and freeze it again. False for a link that has ended.
 */
export async function takeSafetyLink(
  transaction: Executor,
  { deployment, id }: Pick<Player, 'deployment' | 'id'>,
  { hash }: SecretLookup,
  act: SafetyAct,
  now: Date,
): Promise<boolean> {
  const open = { superseded_at: null, deployment, player_id: id, token_hash: hash }
  const { numUpdatedRows } = await transaction
    .updateTable('safety_links')
    .set({ used_at: now, used_for: act })
    .where((eb) => eb.and(open))
    .where((eb) =>
      act === 'restore' || act === 'release' || act === 'freeze'
        ? eb.or([eb('used_at', 'is', null), eb('used_for', '=', 'freeze')])
        : eb('used_at', 'is', null),
    )
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
