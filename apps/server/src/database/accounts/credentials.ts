import { sql } from 'kysely'
import { changeRows, type Executor, insertRow, isPlayer, ofPlayer } from '../schema/executor.ts'
import { type EmailVerification, factorBits } from '../schema/values.ts'
import { keyOf, type Player } from './players.ts'
import {
  emailKey,
  keepUntil,
  type UniqueValue,
  release,
  take,
  usernameKey,
} from './uniqueValues.ts'

/* Changes of a player's credentials. The unique values decide races: see `uniqueValues.ts`. */

/**
 * The player's row, locked until the transaction ends: changes of one account happen one after
 * another. Every transaction locks in this order: player, sessions, links. It writes a username or
 * an email address last, because that blocks new sessions and links of the player.
 */
export function lockPlayer(transaction: Executor, deployment: string, id: number) {
  return transaction
    .selectFrom('players')
    .selectAll()
    .$call(isPlayer(deployment, id))
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** The password is another one, or none: nothing was looked up about it. */
const withoutLookup = { leak_checked_at: null, leak_found_at: null }

/** Sets a password. False when the account is gone or has no password. */
export function setPassword(
  transaction: Executor,
  deployment: string,
  id: number,
  hash: string,
  now: Date,
): Promise<boolean> {
  const own = { deployment, id, auth_type: 1, deleted_at: null } as const
  return changeRows(transaction, 'players', own, {
    password_hash: hash,
    password_set_at: now,
    security_changed_at: now,
    ...withoutLookup,
    factors: sql<number>`factors & ~${sql.lit(factorBits.withoutPassword)}`,
  })
}

interface FactorChange {
  /** Bits of `factorBits` to add and to remove. */
  readonly with?: number
  readonly without?: number
  /** The change voids earlier authentications. */
  readonly since?: Date
}

/**
 * Changes the factors of a player: the only writer. The caller has locked the player.
 */
export async function writeFactors(
  transaction: Executor,
  deployment: string,
  id: number,
  { with: added = 0, without: removed = 0, since }: FactorChange,
): Promise<void> {
  const factors = sql<number>`(factors | ${sql.lit(added)}) & ~${sql.lit(removed)}`
  const changes = { factors, ...(since && { security_changed_at: since }) }
  await changeRows(transaction, 'players', { deployment, id }, changes)
}

/** An address that a player has just verified, and whose key is claimed. */
interface VerifiedEmail {
  readonly email: string
  readonly verifiedBy: EmailVerification | null
  /** Until when the former address is kept for the player; null where it is free again. */
  readonly formerKeptUntil: Date | null
  /**
   * True when the earlier address, by an undo, replaced the former one, which has no right to the
   * account then.
   */
  readonly isFormerPutOut: boolean
}

/**
 * Gives a player another email address, and keeps the former one, if it was confirmed, for a while.
 */
export async function setEmail(
  transaction: Executor,
  player: Player,
  { email, verifiedBy, formerKeptUntil, isFormerPutOut }: VerifiedEmail,
  now: Date,
): Promise<void> {
  const { deployment, id, email_key: formerKey } = player
  await keepFormerAddress(transaction, player, isFormerPutOut ? now : null, now)
  await transaction
    .updateTable('players')
    .set((eb) => ({
      email,
      email_verified_by: verifiedBy,
      email_key: keyOf(email),
      mail_refused_at: null,
      security_changed_at: now,
      confirmed_at: eb.fn.coalesce('confirmed_at', eb.val(now)),
    }))
    .$call(isPlayer(deployment, id))
    .execute()
  const former = emailKey(player.email)
  const isKept = formerKeptUntil !== null && former.value !== keyOf(email)
  if (isKept) await keepUntil(transaction, deployment, id, former, formerKeptUntil, now)
  if (formerKey === null) return
  const released: UniqueValue[] = [{ kind: 'unconfirmed-email', value: formerKey }]
  // Only an address that shares its mailbox with another player's has another key.
  const isLeft = formerKey !== keyOf(email) && !(isKept && formerKey === former.value)
  if (isLeft) released.push({ kind: 'email', value: formerKey })
  await release(transaction, deployment, id, released, now)
}

/** The addresses that a player had before. */
export async function listFormerAddresses(
  executor: Executor,
  deployment: string,
  playerId: number,
): Promise<readonly string[]> {
  const rows = await executor
    .selectFrom('former_addresses')
    .select('email')
    .$call(ofPlayer(deployment, playerId))
    .execute()
  return rows.map(({ email }) => email)
}

async function keepFormerAddress(
  transaction: Executor,
  { deployment, id, email, confirmed_at }: Player,
  withdrawnAt: Date | null,
  now: Date,
): Promise<void> {
  if (confirmed_at === null) return
  const last = await transaction
    .selectFrom('former_addresses')
    .select('until')
    .$call(ofPlayer(deployment, id))
    .orderBy('until', 'desc')
    .limit(1)
    .executeTakeFirst()
  await insertRow(transaction, 'former_addresses', {
    deployment,
    player_id: id,
    email,
    email_key: keyOf(email),
    since: last?.until ?? confirmed_at,
    until: now,
    withdrawn_at: withdrawnAt,
  })
}

/** Voids the password: the way back is a mail link. */
export async function voidPassword(
  transaction: Executor,
  deployment: string,
  id: number,
  now: Date,
): Promise<void> {
  const changes = { password_hash: null, security_changed_at: now, ...withoutLookup }
  await changeRows(transaction, 'players', { deployment, id }, changes)
}

/**
 * Notes whether data leaks have a player's password. False where it was looked up since `due`, or is
 * another one by now.
 */
export async function noteLeak(
  transaction: Executor,
  { deployment, id, password_hash: hash }: Pick<Player, 'deployment' | 'id' | 'password_hash'>,
  { isFound, due }: { readonly isFound: boolean; readonly due: Date },
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('players')
    .set({ leak_checked_at: now, leak_found_at: isFound ? now : null })
    .$call(isPlayer(deployment, id))
    .where('password_hash', '=', hash)
    .where((eb) => eb('leak_checked_at', 'is', null).or('leak_checked_at', '<=', due))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Gives a player another name and reserves the old one for the player until a moment. Throws a
 * ValueTakenError where another player has the name.
 */
export async function renamePlayer(
  transaction: Executor,
  player: Player,
  username: string,
  quarantinedUntil: Date,
  now: Date,
): Promise<void> {
  const { deployment, id } = player
  const [former, next] = [usernameKey(player.username), usernameKey(username)]
  await take(transaction, deployment, id, [next], now)
  const changes = { username, username_key: next.value }
  await changeRows(transaction, 'players', { deployment, id }, changes)
  if (former.value === next.value) return
  await keepUntil(transaction, deployment, id, former, quarantinedUntil, now)
}

interface Ban {
  readonly since: Date
  /** Null for a ban without end. */
  readonly until: Date | null
  /** Words that the player reads; null for none. */
  readonly reason: string | null
}

/**
 * Bans a player, or, with null, lifts the ban. A ban that stands keeps its beginning, one that is over does
 * not.
 */
export async function setBan(
  executor: Executor,
  deployment: string,
  playerId: number,
  ban: Ban | null,
): Promise<void> {
  await executor
    .updateTable('players')
    .set((eb) => ({
      banned_at:
        ban &&
        eb
          .case()
          .when('banned_until', '<=', ban.since)
          .then(eb.val(ban.since))
          .else(eb.fn.coalesce('banned_at', eb.val(ban.since)))
          .end(),
      banned_until: ban?.until ?? null,
      ban_reason: ban?.reason ?? null,
    }))
    .$call(isPlayer(deployment, playerId))
    .execute()
}

/** Lifts the ban of a player if its end has come; answers whether it did. */
export async function liftBan(executor: Executor, deployment: string, id: number, now: Date) {
  const { numUpdatedRows } = await executor
    .updateTable('players')
    .set({ banned_at: null, banned_until: null, ban_reason: null })
    .$call(isPlayer(deployment, id))
    .where('banned_at', 'is not', null)
    .where('banned_until', '<=', now)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The players whose bans have ended. */
export function listEndedBans(executor: Executor, now: Date) {
  return executor
    .selectFrom('players')
    .select(['deployment', 'id'])
    .where('banned_at', 'is not', null)
    .where('banned_until', '<=', now)
    .execute()
}
