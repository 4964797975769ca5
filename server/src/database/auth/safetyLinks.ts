import { normalizeName } from '../../platform/normalizeName.ts'
import { hashOf } from '../../platform/crypto/secrets.ts'
import type { SecretLookup } from '../../platform/crypto/playerSecret.ts'
import type { Player } from '../accounts/players.ts'
import type { Executor } from '../schema/executor.ts'
import type { SafetyLinkKind } from '../schema/values.ts'
import { ofPlayer } from '../schema/ofPlayer.ts'

export interface NewSafetyLink {
  readonly kind: SafetyLinkKind
  /** Only its hash is kept. */
  readonly token: string
  readonly expiresAt: Date
}

/**
 * Issues a link to a player's present address. Older ones that open an account end with it. Those that
 * freeze one go on: several acts are mailed at one moment, and each mail's own link has to work.
 */
export async function issueSafetyLink(
  transaction: Executor,
  { deployment, id, email }: Pick<Player, 'deployment' | 'id' | 'email'>,
  { kind, token, expiresAt }: NewSafetyLink,
  now: Date,
): Promise<void> {
  if (kind === 'unfreeze') await endOlder(transaction, { deployment, id }, kind, now)
  await transaction
    .insertInto('safety_links')
    .values({
      deployment,
      player_id: id,
      token_hash: hashOf(token),
      kind,
      email_key: normalizeName(email),
      created_at: now,
      expires_at: expiresAt,
    })
    .execute()
}

async function endOlder(
  transaction: Executor,
  { deployment, id }: Pick<Player, 'deployment' | 'id'>,
  kind: SafetyLinkKind,
  now: Date,
): Promise<void> {
  await transaction
    .updateTable('safety_links')
    .set({ superseded_at: now })
    .$call(ofPlayer(deployment, id))
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .where('superseded_at', 'is', null)
    .execute()
}

export interface SafetyLinkFound {
  readonly kind: SafetyLinkKind
  readonly email_key: string
  readonly tries: number
  readonly expires_at: Date
  readonly used_at: Date | null
  readonly superseded_at: Date | null
}

/** Reads a link, and changes nothing. */
export async function readSafetyLinkRow(
  executor: Executor,
  deployment: string,
  { hash, playerId }: SecretLookup,
): Promise<SafetyLinkFound | undefined> {
  return executor
    .selectFrom('safety_links')
    .select(['kind', 'email_key', 'tries', 'expires_at', 'used_at', 'superseded_at'])
    .$call(ofPlayer(deployment, playerId))
    .where('token_hash', '=', hash)
    .executeTakeFirst()
}

/**
 * Counts a number that is tried with a link, before it is compared: of tries at one moment each counts.
 * False where the link takes no more.
 */
export async function countTry(
  executor: Executor,
  deployment: string,
  { hash, playerId }: SecretLookup,
  most: number,
): Promise<boolean> {
  const row = await executor
    .updateTable('safety_links')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .$call(ofPlayer(deployment, playerId))
    .where('token_hash', '=', hash)
    .where('tries', '<', most)
    .returning('tries')
    .executeTakeFirst()
  return row !== undefined
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

/** Uses a link up: one conditional update decides who is first. False for a link that is over. */
export async function takeSafetyLink(
  transaction: Executor,
  { deployment, id, email }: Pick<Player, 'deployment' | 'id' | 'email'>,
  { hash }: SecretLookup,
  kind: SafetyLinkKind,
  now: Date,
): Promise<boolean> {
  const row = await transaction
    .updateTable('safety_links')
    .set({ used_at: now })
    .$call(ofPlayer(deployment, id))
    .where('token_hash', '=', hash)
    .where('kind', '=', kind)
    .where('email_key', '=', normalizeName(email))
    .where('used_at', 'is', null)
    .where('superseded_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('kind')
    .executeTakeFirst()
  return row !== undefined
}
