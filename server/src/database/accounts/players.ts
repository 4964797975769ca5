import type { Language } from '@gatehouse/contract/languages'
import { type Insertable, type Selectable, sql } from 'kysely'
import { hashOf } from '../../platform/crypto/secrets.ts'
import { normalizeName } from '../../platform/normalizeName.ts'
import type { Executor } from '../schema/executor.ts'
import type { Tables } from '../schema/rows.ts'
import type { EmailProof } from '../schema/values.ts'
import {
  claimNew,
  emailKey,
  holderOf,
  type UniqueValue,
  ValueTakenError,
  playersOfKeys,
  registeredFor,
  registrationKey,
  release,
  take,
  unconfirmedEmailKey,
  usernameKey,
} from './uniqueValues.ts'
import { isPlayer, ofDeployment } from '../schema/ofPlayer.ts'

export { normalizeName as keyOf }

export type Player = Selectable<Tables['players']>

function livingPlayers(executor: Executor, deployment: string) {
  return executor
    .selectFrom('players')
    .selectAll()
    .$call(ofDeployment(deployment))
    .where('deleted_at', 'is', null)
}

export function findById(executor: Executor, deployment: string, id: number) {
  return livingPlayers(executor, deployment).where('id', '=', id).executeTakeFirst()
}

/** The confirmed player of an address; without one, the newest registration with it. */
export async function findByEmail(
  executor: Executor,
  deployment: string,
  email: string,
): Promise<Player | undefined> {
  const keys = [emailKey(email), unconfirmedEmailKey(email)]
  const ids = await playersOfKeys(executor, deployment, keys)
  if (ids.length === 0) return undefined
  return livingPlayers(executor, deployment)
    .where('id', 'in', ids)
    .where('email_key', '=', normalizeName(email))
    .orderBy((eb) => eb('confirmed_at', 'is', null))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/**
 * True when clients may learn that a player's address is verified. The load of a page does not
 * prove that.
 */
export function isEmailVerified({
  confirmed_at,
  email_proof,
}: Pick<Player, 'confirmed_at' | 'email_proof'>): boolean {
  return confirmed_at !== null && email_proof !== null && email_proof !== 'load'
}

export async function findByUsername(
  executor: Executor,
  deployment: string,
  username: string,
): Promise<Player | undefined> {
  const [id] = await playersOfKeys(executor, deployment, [usernameKey(username)])
  if (id === undefined) return undefined
  return livingPlayers(executor, deployment)
    .where('id', '=', id)
    .where('username_key', '=', normalizeName(username))
    .executeTakeFirst()
}

/** The player of a username or an address; what has an @ is an address. */
export function findByLogin(
  executor: Executor,
  deployment: string,
  usernameOrEmail: string,
): Promise<Player | undefined> {
  const find = normalizeName(usernameOrEmail).includes('@') ? findByEmail : findByUsername
  return find(executor, deployment, usernameOrEmail)
}

/** The player who registered with an idempotency key, as long as it is remembered. */
export async function findByRegistration(
  executor: Executor,
  deployment: string,
  idempotencyKey: string,
  now: Date,
): Promise<Player | undefined> {
  const holder = await holderOf(executor, deployment, registrationKey(idempotencyKey), now)
  if (!holder) return undefined
  return livingPlayers(executor, deployment)
    .where('id', '=', holder.playerId)
    .where('registered_with', '=', hashOf(idempotencyKey))
    .executeTakeFirst()
}

/**
 * The holder of a username: the player `playerId` itself, another one, or none. A player who gave
 * it up holds it as long as it is in quarantine.
 */
export async function holderOfUsername(
  executor: Executor,
  deployment: string,
  username: string,
  playerId: number | null,
  now: Date,
): Promise<'own' | 'other' | 'none'> {
  const holder = await holderOf(executor, deployment, usernameKey(username), now)
  if (!holder) return 'none'
  const player = await findById(executor, deployment, holder.playerId)
  const isHeld = holder.until !== null || player?.username_key === normalizeName(username)
  if (!player || !isHeld) return 'none'
  if (holder.playerId !== playerId) return 'other'
  return holder.until === null ? 'own' : 'none'
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
   * True where another player has the address: the row can log in by its name, as far as an
   * unconfirmed player can, and has no address, so that no mail and no link ever belongs to it.
   */
  readonly isAddressTaken?: boolean
}

/** A player without a password: the partner verifies the player, and has verified the address. */
export interface NewPartnerPlayer extends NewPlayerBase {
  /** The partner's name, as players read it. */
  readonly partnerName: string
}

/**
 * Inserts a player who is yet to confirm the address; answers the id. Throws a ValueTakenError where
 * another player has the name or registered with the key.
 */
export async function insertPlayer(
  transaction: Executor,
  player: NewPlayer,
  now: Date,
): Promise<number> {
  const { deployment, username, email, idempotencyKey } = player
  const keys: UniqueValue[] = [usernameKey(username)]
  if (player.isAddressTaken !== true) keys.push(unconfirmedEmailKey(email))
  if (idempotencyKey !== null) {
    keys.push({ ...registrationKey(idempotencyKey), until: registeredFor(now) })
  }
  const id = await idFor(transaction, deployment, keys, now)
  await insertPlayerRows(transaction, [
    {
      id,
      deployment,
      username,
      username_key: normalizeName(username),
      email,
      email_key: player.isAddressTaken ? null : normalizeName(email),
      password_hash: player.passwordHash,
      firstname: player.firstname,
      lastname: player.lastname,
      date_of_birth: player.dateOfBirth,
      referrer_id: player.referrerId,
      registered_with: idempotencyKey === null ? null : hashOf(idempotencyKey),
      register_ip: player.ip,
      created_at: now,
    },
  ])
  return id
}

/**
 * Inserts a player whom a partner verifies, confirmed at once; answers the id. Throws a ValueTakenError
 * where another player has the name or the address.
 */
export async function insertPartnerPlayer(
  transaction: Executor,
  player: NewPartnerPlayer,
  now: Date,
): Promise<number> {
  const { deployment, username, email } = player
  const keys = [usernameKey(username), emailKey(email)]
  const id = await idFor(transaction, deployment, keys, now)
  await insertPlayerRows(transaction, [
    {
      id,
      deployment,
      username,
      username_key: normalizeName(username),
      email,
      email_key: normalizeName(email),
      auth_type: 2,
      auth_partner: player.partnerName,
      register_ip: player.ip,
      created_at: now,
      confirmed_at: now,
      email_proof: 'partner',
    },
  ])
  return id
}

async function idFor(
  transaction: Executor,
  deployment: string,
  keys: readonly UniqueValue[],
  now: Date,
): Promise<number> {
  const claimed = await claimNew(transaction, deployment, keys, now)
  if ('refused' in claimed) throw new ValueTakenError(claimed.refused)
  return claimed.playerId
}

/** The row of a player whose keys were claimed with its id. */
export type NewPlayerRow = Insertable<Tables['players']> & { readonly id: number }

/** Inserts players whose keys are claimed already; every row has the same columns. */
export async function insertPlayerRows(
  transaction: Executor,
  rows: readonly NewPlayerRow[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}) as (keyof NewPlayerRow)[]
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`)
  const named = sql.join(columns.map((column) => sql.ref(column)))
  await sql`insert into players (${named}) overriding system value
    values ${sql.join(values)}`.execute(transaction)
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
    .$call(isPlayer(deployment, id))
    .where((eb) => eb.or([eb('email_proof', 'is', null), eb('email_proof', '=', 'load')]))
    .execute()
}

/**
 * Marks a player's email address as confirmed; false when it was before. Throws a ValueTakenError when
 * another player has confirmed the address, or gave it up and may take it back.
 */
export async function confirmPlayer(
  transaction: Executor,
  deployment: string,
  id: number,
  now: Date,
): Promise<boolean> {
  const player = await transaction
    .selectFrom('players')
    .select(['email_key', 'confirmed_at'])
    .$call(isPlayer(deployment, id))
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!player || player.confirmed_at !== null) return false
  const { email_key: value } = player
  if (value !== null) await take(transaction, deployment, id, [{ kind: 'email', value }], now)
  await transaction
    .updateTable('players')
    .set({ confirmed_at: now })
    .$call(isPlayer(deployment, id))
    .execute()
  if (value !== null) {
    await release(transaction, deployment, id, [{ kind: 'unconfirmed-email', value }], now)
  }
  return true
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
    .$call(isPlayer(deployment, id))
    .where('password_hash', '=', known)
    .execute()
}

/** Keeps the language that a player chose; null follows the browser. */
export async function setLanguage(
  executor: Executor,
  deployment: string,
  id: number,
  language: Language | null,
): Promise<void> {
  await executor.updateTable('players').set({ language }).$call(isPlayer(deployment, id)).execute()
}

export async function markCookiePopupSeen(executor: Executor, deployment: string, id: number) {
  await executor
    .updateTable('players')
    .set({ cookie_popup_seen: true })
    .$call(isPlayer(deployment, id))
    .execute()
}
