import { sql } from 'kysely'
import { hashOf } from '../../platform/crypto/secrets.ts'
import { normalizeName } from '../../platform/normalizeName.ts'
import {
  changeRows,
  type Executor,
  isPlayer,
  type NewRow,
  ofDeployment,
  type Row,
} from '../schema/executor.ts'
import { type EmailVerification, factorBits } from '../schema/values.ts'
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

export { normalizeName as keyOf }

export type Player = Row<'players'>

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
export async function findByEmail(executor: Executor, deployment: string, email: string) {
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

/** Players whom a list names, by the one of these that each line has. */
export interface Named {
  readonly ids: readonly number[]
  readonly usernames: readonly string[]
  readonly emails: readonly string[]
}

/** The players of some names, as the functions above find each, with three queries for all. */
export async function listNamedPlayers(
  executor: Executor,
  deployment: string,
  { ids, usernames, emails }: Named,
) {
  const byIds = await listByIds(executor, deployment, ids)
  const named = await listOfKeys(executor, deployment, usernames.map(usernameKey))
  const keys = emails.flatMap((email) => [emailKey(email), unconfirmedEmailKey(email)])
  const addressed = await listOfKeys(executor, deployment, keys)
  const inOrder = addressed.toSorted((one, other) => rankOf(one) - rankOf(other))
  return {
    byId: new Map(byIds.map((player) => [player.id, player])),
    byUsername: new Map(named.map((player) => [player.username_key, player])),
    byEmail: new Map(inOrder.map((player) => [player.email_key, player])),
  }
}

/** The confirmed player of an address is the last; without one, the newest registration is. */
function rankOf({ confirmed_at: at, id }: Player): number {
  return at === null ? id : Infinity
}

async function listOfKeys(executor: Executor, deployment: string, keys: readonly UniqueValue[]) {
  if (keys.length === 0) return []
  return listByIds(executor, deployment, await playersOfKeys(executor, deployment, keys))
}

/** The living players of some ids, in no order. */
export async function listByIds(executor: Executor, deployment: string, ids: readonly number[]) {
  if (ids.length === 0) return []
  return livingPlayers(executor, deployment).where('id', 'in', ids).execute()
}

/**
 * True when clients may learn that a player's address is verified. The load of a page does not
 * prove that.
 */
export function isEmailVerified({
  confirmed_at,
  email_verified_by,
}: Pick<Player, 'confirmed_at' | 'email_verified_by'>): boolean {
  return confirmed_at !== null && email_verified_by !== null && email_verified_by !== 'load'
}

/** A partner's player has none, and a player with passkeys may do without. */
export function hasPassword({ auth_type, factors }: Pick<Player, 'auth_type' | 'factors'>) {
  return auth_type === 1 && (factors & factorBits.withoutPassword) === 0
}

export async function findByUsername(executor: Executor, deployment: string, username: string) {
  const [id] = await playersOfKeys(executor, deployment, [usernameKey(username)])
  if (id === undefined) return undefined
  return livingPlayers(executor, deployment)
    .where('id', '=', id)
    .where('username_key', '=', normalizeName(username))
    .executeTakeFirst()
}

/** The player of a username or an address; a text with an @ is an address. */
export function findByLogin(executor: Executor, deployment: string, usernameOrEmail: string) {
  const find = normalizeName(usernameOrEmail).includes('@') ? findByEmail : findByUsername
  return find(executor, deployment, usernameOrEmail)
}

/**
 * The deployments that have players. Each costs one read of the index, however many players it has.
 */
export async function listDeploymentsWithPlayers(executor: Executor): Promise<readonly string[]> {
  const found: string[] = []
  for (;;) {
    const row = await executor
      .selectFrom('players')
      .select('deployment')
      .where('deployment', '>', found.at(-1) ?? '')
      .orderBy('deployment')
      .limit(1)
      .executeTakeFirst()
    if (row === undefined) return found
    found.push(row.deployment)
  }
}

/** The number of players of a deployment who are not erased, `most` for more than these. */
export async function countPlayers(
  executor: Executor,
  deployment: string,
  most: number,
): Promise<number> {
  const some = executor
    .selectFrom('players')
    .select('id')
    .$call(ofDeployment(deployment))
    .where('deleted_at', 'is', null)
    .limit(most)
  const row = await executor
    .selectFrom(some.as('some'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return row.count
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

interface NewPlayer extends NewPlayerBase {
  /** Null for a player who logs in with an account of a service alone. */
  readonly passwordHash: string | null
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
interface NewPartnerPlayer extends NewPlayerBase {
  /** The partner's name, as players read it. */
  readonly partnerName: string
}

/**
 * Inserts a player who is yet to confirm the address; answers the id. Throws a ValueTakenError
 * where another player has the name or registered with the key.
 */
export function insertPlayer(transaction: Executor, player: NewPlayer, now: Date) {
  const { username, email, idempotencyKey, isAddressTaken = false } = player
  const keys: UniqueValue[] = [usernameKey(username)]
  if (!isAddressTaken) keys.push(unconfirmedEmailKey(email))
  if (idempotencyKey !== null) {
    keys.push({ ...registrationKey(idempotencyKey), until: registeredFor(now) })
  }
  return insertWithKeys(transaction, player, keys, now, {
    email_key: isAddressTaken ? null : normalizeName(email),
    password_hash: player.passwordHash,
    factors: player.passwordHash === null ? factorBits.withoutPassword : 0,
    firstname: player.firstname,
    lastname: player.lastname,
    date_of_birth: player.dateOfBirth,
    referrer_id: player.referrerId,
    registered_with: idempotencyKey === null ? null : hashOf(idempotencyKey),
  })
}

/**
 * Inserts a player whom a partner verifies, confirmed at once; answers the id. Throws a
 * ValueTakenError where another player has the name or the address.
 */
export function insertPartnerPlayer(transaction: Executor, player: NewPartnerPlayer, now: Date) {
  const { username, email } = player
  return insertWithKeys(transaction, player, [usernameKey(username), emailKey(email)], now, {
    email_key: normalizeName(email),
    auth_type: 2,
    auth_partner: player.partnerName,
    confirmed_at: now,
    email_verified_by: 'partner',
  })
}

async function insertWithKeys(
  transaction: Executor,
  { deployment, username, email, ip }: NewPlayerBase,
  keys: readonly UniqueValue[],
  now: Date,
  others: Partial<NewPlayerRow>,
): Promise<number> {
  const claimed = await claimNew(transaction, deployment, keys, now)
  if ('refused' in claimed) throw new ValueTakenError(claimed.refused)
  const id = claimed.playerId
  const row = { id, deployment, username, username_key: normalizeName(username), email }
  await insertPlayerRows(transaction, [{ ...row, register_ip: ip, created_at: now, ...others }])
  return id
}

/** The row of a player whose keys were claimed with its id. */
export type NewPlayerRow = NewRow<'players'> & { readonly id: number }

/** Inserts players whose keys are claimed already; every row has the same columns. */
export async function insertPlayerRows(transaction: Executor, rows: readonly NewPlayerRow[]) {
  const columns = Object.keys(rows[0] ?? {}) as (keyof NewPlayerRow)[]
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`)
  const named = sql.join(columns.map((column) => sql.ref(column)))
  await sql`insert into players (${named}) overriding system value
    values ${sql.join(values)}`.execute(transaction)
}

/** Keeps how a player's address was verified, unless it was in a safer way before. */
export async function verifyEmail(
  executor: Executor,
  deployment: string,
  id: number,
  by: EmailVerification,
): Promise<void> {
  await executor
    .updateTable('players')
    .set({ email_verified_by: by })
    .$call(isPlayer(deployment, id))
    .where((eb) =>
      eb.or([eb('email_verified_by', 'is', null), eb('email_verified_by', '=', 'load')]),
    )
    .execute()
}

/**
 * Marks a player's email address as confirmed; false when it was before. Throws a ValueTakenError
 * when another player has confirmed the address, or gave it up and may take it back.
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
  await changeRows(transaction, 'players', { deployment, id }, { confirmed_at: now })
  if (value !== null) {
    await release(transaction, deployment, id, [{ kind: 'unconfirmed-email', value }], now)
  }
  return true
}
