import { type Selectable, sql } from 'kysely'
import { hashOf } from '../../platform/crypto/secrets.ts'
import { keyOf } from '../../platform/keyOf.ts'
import type { Executor } from '../connection/openDatabase.ts'
import type { EmailProof, PlayerRow } from '../connection/tables.ts'

export { keyOf }

export type Player = Selectable<PlayerRow>

function ofDeployment(executor: Executor, deployment: string) {
  return executor
    .selectFrom('players')
    .selectAll()
    .where('deployment', '=', deployment)
    .where('deleted_at', 'is', null)
}

export function findById(executor: Executor, deployment: string, id: number) {
  return ofDeployment(executor, deployment).where('id', '=', id).executeTakeFirst()
}

/** The confirmed player of an address; without one, the newest registration with it. */
export function findByEmail(executor: Executor, deployment: string, email: string) {
  return ofDeployment(executor, deployment)
    .where('email_key', '=', keyOf(email))
    .orderBy((eb) => eb('confirmed_at', 'is', null))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Whether clients may be told that a player's address is verified: a page's load proves too little. */
export function isEmailVerified({
  confirmed_at,
  email_proof,
}: Pick<Player, 'confirmed_at' | 'email_proof'>): boolean {
  return confirmed_at !== null && email_proof !== null && email_proof !== 'load'
}

export function findByUsername(executor: Executor, deployment: string, username: string) {
  return ofDeployment(executor, deployment)
    .where('username_key', '=', keyOf(username))
    .executeTakeFirst()
}

/** The player of a username or an address; what has an @ is an address. */
export function findByLogin(executor: Executor, deployment: string, usernameOrEmail: string) {
  const find = keyOf(usernameOrEmail).includes('@') ? findByEmail : findByUsername
  return find(executor, deployment, usernameOrEmail)
}

/** The player who registered with an idempotency key since a moment. */
export function findByRegistration(
  executor: Executor,
  deployment: string,
  idempotencyKey: string,
  since: Date,
): Promise<Player | undefined> {
  return ofDeployment(executor, deployment)
    .where('registered_with', '=', hashOf(idempotencyKey))
    .where('created_at', '>', since)
    .executeTakeFirst()
}

/**
 * Who has a username: the player `playerId` itself, another one, or none. A player who gave it up has it
 * as long as it is in quarantine.
 */
export async function ownerOfUsername(
  executor: Executor,
  deployment: string,
  username: string,
  playerId: number | null,
  now: Date,
): Promise<'own' | 'other' | 'none'> {
  const key = keyOf(username)
  const owners = await executor
    .selectFrom('players')
    .select(['id as player_id', sql.lit(true).as('bears')])
    .where('deployment', '=', deployment)
    .where('username_key', '=', key)
    .where('deleted_at', 'is', null)
    .unionAll(
      executor
        .selectFrom('username_quarantine')
        .select(['player_id', sql.lit(false).as('bears')])
        .where('deployment', '=', deployment)
        .where('username_key', '=', key)
        .where('until', '>', now),
    )
    .execute()
  const owner = owners.find(({ bears }) => bears)
  if (owner) return owner.player_id === playerId ? 'own' : 'other'
  return owners.some(({ player_id: id }) => id !== playerId) ? 'other' : 'none'
}

interface NewPlayerBase {
  readonly deployment: string
  readonly username: string
  readonly email: string
  readonly ip: string
}

export interface NewPlayer extends NewPlayerBase {
  readonly passwordHash: string
  readonly firstname: string | null
  readonly lastname: string | null
  readonly dateOfBirth: string | null
  readonly referrerId: number | null
  /** Under which the registration was sent; null when it had no key. */
  readonly idempotencyKey: string | null
  /**
   * True where somebody else has the address: the row can log in by its name, as far as an unconfirmed
   * player can, and has no address, so that no mail and no link ever belongs to it.
   */
  readonly isAddressTaken?: boolean
}

/** A player without a password: the partner verifies the player, and has verified the address. */
export interface NewPartnerPlayer extends NewPlayerBase {
  /** The partner's name, as players read it. */
  readonly partnerName: string
}

/** Inserts a player who is yet to confirm the address; answers the id. */
export async function insertPlayer(
  executor: Executor,
  player: NewPlayer,
  now: Date,
): Promise<number> {
  const { id } = await executor
    .insertInto('players')
    .values({
      deployment: player.deployment,
      username: player.username,
      username_key: keyOf(player.username),
      email: player.email,
      email_key: player.isAddressTaken ? null : keyOf(player.email),
      password_hash: player.passwordHash,
      firstname: player.firstname,
      lastname: player.lastname,
      date_of_birth: player.dateOfBirth,
      referrer_id: player.referrerId,
      registered_with: player.idempotencyKey === null ? null : hashOf(player.idempotencyKey),
      register_ip: player.ip,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Inserts a player whom a partner verifies, confirmed at once; answers the id. */
export async function insertPartnerPlayer(
  executor: Executor,
  player: NewPartnerPlayer,
  now: Date,
): Promise<number> {
  const { id } = await executor
    .insertInto('players')
    .values({
      deployment: player.deployment,
      username: player.username,
      username_key: keyOf(player.username),
      email: player.email,
      email_key: keyOf(player.email),
      auth_type: 2,
      auth_partner: player.partnerName,
      register_ip: player.ip,
      created_at: now,
      confirmed_at: now,
      email_proof: 'partner',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Keeps how a player's address was proven, unless a better proof is known. */
export async function proveEmail(
  executor: Executor,
  deployment: string,
  id: number,
  proof: EmailProof,
): Promise<void> {
  await executor
    .updateTable('players')
    .set({ email_proof: proof })
    .where('deployment', '=', deployment)
    .where('id', '=', id)
    .where((eb) => eb.or([eb('email_proof', 'is', null), eb('email_proof', '=', 'load')]))
    .execute()
}

/**
 * Marks a player's email address as confirmed; false when it was before. Violates `players_email`
 * when another player has confirmed the address.
 */
export async function confirmPlayer(
  executor: Executor,
  deployment: string,
  id: number,
  now: Date,
): Promise<boolean> {
  const row = await executor
    .updateTable('players')
    .set({ confirmed_at: now })
    .where('deployment', '=', deployment)
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function replacePasswordHash(
  executor: Executor,
  deployment: string,
  id: number,
  known: string,
  hash: string,
): Promise<void> {
  await executor
    .updateTable('players')
    .set({ password_hash: hash })
    .where('deployment', '=', deployment)
    .where('id', '=', id)
    .where('password_hash', '=', known)
    .execute()
}

export async function markCookiePopupSeen(executor: Executor, deployment: string, id: number) {
  await executor
    .updateTable('players')
    .set({ cookie_popup_seen: true })
    .where('deployment', '=', deployment)
    .where('id', '=', id)
    .execute()
}
