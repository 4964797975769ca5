import type { CanonicalName } from '@gatehouse/contract/entities'
import { sql } from 'kysely'
import { after } from '../../platform/clock.ts'
import { hashOf } from '../../platform/crypto/secrets.ts'
import { normalizeName } from '../../platform/normalizeName.ts'
import { isUniqueViolation } from '../errors/databaseErrors.ts'
import { deleteRows, type Executor, ofDeployment, ofPlayer, type Row } from '../schema/executor.ts'

/*
 * The unique values of a deployment: each has one player. A writer claims first, writes the player,
 * and releases last: a crash in between leaves a value without a player, never a value with two
 * players. A reader takes the player of a value and reads that player's row, which has the last
 * word: a value whose player is gone, or has another value by now, counts as free.
 */

/** The kinds in the order in which a transaction claims them. */
const firstKinds = [
  'username',
  'email',
  'unconfirmed-email',
  'registration',
  'passkey',
  'passkey user',
] as const

/**
 * `email` is an address that its player has confirmed, or gave up and may take back.
 * `unconfirmed-email` names the newest registration that waits with an address: it refuses no other
 * player.
 */
export type UniqueValueKind =
  | (typeof firstKinds)[number]
  | CanonicalName
  | `partner ${string}`
  | `subject ${string}`

/** A value that one player of a deployment has alone. */
export interface UniqueValue {
  readonly kind: UniqueValueKind
  readonly value: string
  /** Kept for its player until then; without it, as long as the player has it. */
  readonly until?: Date
}

/** A key and its player. */
export interface OwnedUniqueValue extends UniqueValue {
  readonly playerId: number
}

const uniqueValue = (kind: UniqueValueKind, value: string): UniqueValue => ({ kind, value })

export const usernameKey = (username: string) => uniqueValue('username', normalizeName(username))
export const emailKey = (email: string) => uniqueValue('email', normalizeName(email))
export const unconfirmedEmailKey = (email: string) =>
  uniqueValue('unconfirmed-email', normalizeName(email))
export const accountKey = (service: CanonicalName, accountId: string) =>
  uniqueValue(service, accountId)
export const partnerKey = (partner: string, subject: string) =>
  uniqueValue(`partner ${partner}`, subject)
export const subjectKey = (sector: string, subject: string) =>
  uniqueValue(`subject ${sector}`, subject)
/** By the id of the credential: no second player can add the passkey of the first. */
export const passkeyKey = (credentialId: Uint8Array) =>
  uniqueValue('passkey', Buffer.from(credentialId).toString('base64url'))
/** By the handle by which authenticators know the player. */
export const passkeyUserKey = (userHandle: Uint8Array) =>
  uniqueValue('passkey user', Buffer.from(userHandle).toString('base64url'))
export const registrationKey = (idempotencyKey: string) =>
  uniqueValue('registration', hashOf(idempotencyKey).toString('hex'))

/** Until when a registration is found by its key: for a day. */
export const registeredFor = (since: Date): Date => after(since, 24 * 3600)

/** Another player has the claimed value: the transaction rolls back. */
export class ValueTakenError extends Error {
  readonly key: UniqueValue

  constructor(key: UniqueValue) {
    super(`Another player has this ${key.kind.split(' ')[0] ?? ''}.`)
    this.name = 'KeyTakenError'
    this.key = key
  }
}

/**
 * True when another player was faster: a refused claim, or a row of a server that claims nothing
 * yet.
 */
export function isValueTaken(error: unknown): boolean {
  return error instanceof ValueTakenError || isUniqueViolation(error)
}

/**
 * Claims keys for a player, in their fixed order: one by one, as each may lie on another machine. A
 * key that is free, over or the player's own is the player's now. Answers the first one that another
 * player has, behind which none is claimed: the caller rolls back.
 */
export async function claim(
  transaction: Executor,
  deployment: string,
  playerId: number,
  keys: readonly UniqueValue[],
  now: Date,
): Promise<UniqueValue | null> {
  for (const key of inOrder(keys)) {
    const { kind, value, until = null } = key
    const { rows } = await sql`
      insert into unique_values (deployment, kind, value, player_id, until, created_at)
      values (${deployment}, ${kind}, ${value}, ${playerId}, ${until}, ${now})
      ${unlessTaken} returning kind`.execute(transaction)
    if (rows.length === 0 && kind !== 'unconfirmed-email') return key
  }
  return null
}

const unlessTaken = sql`on conflict (deployment, kind, value) do update
  set player_id = excluded.player_id, until = excluded.until, created_at = excluded.created_at
  where unique_values.player_id = excluded.player_id or unique_values.until <= excluded.created_at
    or (unique_values.kind = 'unconfirmed-email' and unique_values.player_id < excluded.player_id)`

/** The same for many keys of several players, by one statement; no key stands twice. */
export async function claimEach(
  transaction: Executor,
  deployment: string,
  keys: readonly OwnedUniqueValue[],
  now: Date,
): Promise<UniqueValue | null> {
  if (keys.length === 0) return null
  const [first] = keys
  if (first && keys.length === 1) return claim(transaction, deployment, first.playerId, keys, now)
  // No two transactions wait for each other.
  const ordered = inOrder(keys)
  const kinds = ordered.map(({ kind }) => kind)
  const values = ordered.map(({ value }) => value)
  const untils = ordered.map(({ until }) => until?.toISOString() ?? null)
  const ids = ordered.map(({ playerId }) => playerId)
  const { rows } = await sql<Pick<Row<'unique_values'>, 'kind' | 'value'>>`
    insert into unique_values (deployment, kind, value, player_id, until, created_at)
    select ${deployment}, given.kind, given.value, given.player_id, given.until::timestamptz,
      ${now}::timestamptz
    from unnest(${kinds}::text[], ${values}::text[], ${untils}::text[], ${ids}::bigint[])
      with ordinality as given (kind, value, until, player_id, place)
    order by given.place
    ${unlessTaken} returning kind, value`.execute(transaction)
  const claimed = new Set(rows.map(({ kind, value }) => `${kind}\n${value}`))
  const refused = ordered.find(
    ({ kind, value }) => kind !== 'unconfirmed-email' && !claimed.has(`${kind}\n${value}`),
  )
  return refused ?? null
}

/** Claims keys like `claim`, and throws a ValueTakenError for one that another player has. */
export async function take(
  transaction: Executor,
  deployment: string,
  playerId: number,
  keys: readonly UniqueValue[],
  now: Date,
): Promise<void> {
  const refused = await claim(transaction, deployment, playerId, keys, now)
  if (refused) throw new ValueTakenError(refused)
}

/**
 * Claims keys for a player who is yet to be inserted, with the id that is answered. A refusal
 * leaves nothing behind.
 */
export async function claimNew(
  transaction: Executor,
  deployment: string,
  keys: readonly UniqueValue[],
  now: Date,
): Promise<{ readonly playerId: number } | { readonly refused: UniqueValue }> {
  const [playerId = 0] = await nextPlayerIds(transaction, 1)
  const refused = await claim(transaction, deployment, playerId, keys, now)
  if (refused === null) return { playerId }
  const claimed = inOrder(keys).slice(0, inOrder(keys).indexOf(refused))
  await release(transaction, deployment, playerId, claimed, now)
  return { refused }
}

/** Ids for players who are yet to be inserted. */
export async function nextPlayerIds(transaction: Executor, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('players', 'id')) as id
    from generate_series(1, ${count}::int)`.execute(transaction)
  return rows.map(({ id }) => id)
}

/** Keeps a key for a player until a moment, unless another player has it. */
export async function keepUntil(
  transaction: Executor,
  deployment: string,
  playerId: number,
  key: UniqueValue,
  until: Date,
  now: Date,
): Promise<void> {
  await claim(transaction, deployment, playerId, [{ ...key, until }], now)
}

/** Releases keys, as far as they are the player's: one by one, as each may lie on another machine. */
export async function release(
  transaction: Executor,
  deployment: string,
  playerId: number,
  keys: readonly UniqueValue[],
  now: Date,
): Promise<void> {
  const released: UniqueValue[] = []
  for (const key of inOrder(keys)) {
    const { kind, value } = key
    const row = { deployment, player_id: playerId, kind, value }
    if (await deleteRows(transaction, 'unique_values', row)) released.push(key)
  }
  await passOn(transaction, deployment, released, now)
}

/** Releases everything that some players have. */
export async function releaseAll(
  transaction: Executor,
  deployment: string,
  playerIds: readonly number[],
  now: Date,
): Promise<void> {
  if (playerIds.length === 0) return
  const rows = await transaction
    .selectFrom('unique_values')
    .select(['kind', 'value', 'player_id'])
    .$call(ofDeployment(deployment))
    .where('player_id', 'in', playerIds)
    .execute()
  for (const playerId of playerIds) {
    const own = rows.filter((row) => row.player_id === playerId) as unknown as UniqueValue[]
    await release(transaction, deployment, playerId, own, now)
  }
}

/** Releases the addresses that a player gave up, except those in `kept`. */
export async function releaseFormerEmails(
  transaction: Executor,
  deployment: string,
  playerId: number,
  kept: readonly string[],
): Promise<void> {
  const rows = await transaction
    .selectFrom('unique_values')
    .select('value')
    .$call(ofPlayer(deployment, playerId))
    .where('kind', '=', 'email')
    .where('until', 'is not', null)
    .execute()
  for (const { value } of rows) {
    const row = { deployment, player_id: playerId, kind: 'email', value }
    if (!kept.includes(value)) await deleteRows(transaction, 'unique_values', row)
  }
}

interface Holder {
  readonly playerId: number
  /** Set where the player gave the value up and it is kept. */
  readonly until: Date | null
}

/** The player who has a value, or gave it up and has it kept; null for none. */
export async function holderOf(
  executor: Executor,
  deployment: string,
  { kind, value }: UniqueValue,
  now: Date,
): Promise<Holder | null> {
  const row = await executor
    .selectFrom('unique_values')
    .select(['player_id', 'until'])
    .$call(ofDeployment(deployment))
    .where('kind', '=', kind)
    .where('value', '=', value)
    .where((eb) => eb.or([eb('until', 'is', null), eb('until', '>', now)]))
    .executeTakeFirst()
  return row ? { playerId: row.player_id, until: row.until } : null
}

/** Returns whether a value belongs to another player, or is kept for one. */
export async function isOfOther(
  executor: Executor,
  { deployment, id }: { readonly deployment: string; readonly id: number },
  key: UniqueValue,
  now: Date,
): Promise<boolean> {
  const holder = await holderOf(executor, deployment, key, now)
  return holder !== null && holder.playerId !== id
}

/** The players of some unique values, in no order. The players' rows are authoritative. */
export async function playersOfKeys(
  executor: Executor,
  deployment: string,
  keys: readonly UniqueValue[],
): Promise<number[]> {
  const rows = await executor
    .selectFrom('unique_values')
    .select('player_id')
    .$call(ofDeployment(deployment))
    .where((eb) => eb.or(keys.map(({ kind, value }) => eb.and({ kind, value }))))
    .execute()
  return rows.map(({ player_id }) => player_id)
}

/** The players who have some values, or gave them up and have them kept. */
export async function listHolders(
  executor: Executor,
  deployment: string,
  keys: readonly UniqueValue[],
  now: Date,
): Promise<readonly (Holder & { readonly kind: string; readonly value: string })[]> {
  if (keys.length === 0) return []
  const kinds = keys.map(({ kind }) => kind)
  const values = keys.map(({ value }) => value)
  const rows = await executor
    .selectFrom('unique_values')
    .select(['kind', 'value', 'player_id', 'until'])
    .$call(ofDeployment(deployment))
    .where(
      sql<boolean>`(kind, value) in (select * from unnest(${kinds}::text[], ${values}::text[]))`,
    )
    .where((eb) => eb.or([eb('until', 'is', null), eb('until', '>', now)]))
    .execute()
  return rows.map(({ player_id: playerId, ...row }) => ({ ...row, playerId }))
}

/** The last character in the order of bytes: no name has it. */
export const afterAll = '\u{10FFFF}'

/** The names that begin with a text, after one of them, and their players, in the order of the names. */
export async function listNamesFrom(
  executor: Executor,
  deployment: string,
  beginning: string,
  { after: last, limit }: { readonly after: string; readonly limit: number },
): Promise<readonly (Holder & { readonly value: string })[]> {
  const rows = await executor
    .selectFrom('unique_values')
    .select(['value', 'player_id', 'until'])
    .$call(ofDeployment(deployment))
    .where('kind', '=', 'username')
    .where('value', '>', last)
    .where('value', '<', `${beginning}${afterAll}`)
    .where('until', 'is', null)
    .orderBy('value')
    .limit(limit)
    .execute()
  return rows.map(({ player_id: playerId, ...row }) => ({ ...row, playerId }))
}

/** The names with a text in them that do not begin with it, after one of them, in their order. */
export async function listNamesWith(
  executor: Executor,
  deployment: string,
  part: string,
  { after: last, limit }: { readonly after: string; readonly limit: number },
): Promise<readonly (Holder & { readonly value: string })[]> {
  const escaped = part.replaceAll(/[\\%_]/g, String.raw`\$&`)
  const rows = await executor
    .selectFrom('unique_values')
    .select(['value', 'player_id', 'until'])
    .$call(ofDeployment(deployment))
    .where('kind', '=', 'username')
    .where('value', 'like', `%${escaped}%`)
    .where('value', 'not like', `${escaped}%`)
    .where('value', '>', last)
    .where('until', 'is', null)
    .orderBy('value')
    .limit(limit)
    .execute()
  return rows.map(({ player_id: playerId, ...row }) => ({ ...row, playerId }))
}

/** True where the database has the index of the parts of names, ready for use. */
export async function hasPartsIndex(executor: Executor): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_index join pg_class on pg_class.oid = indexrelid
    where relname = 'unique_values_parts' and indisvalid
      and indrelid = 'unique_values'::regclass`.execute(executor)
  return rows.length === 1
}

/** Gives addresses whose newest registration is gone to the newest one that is left. */
async function passOn(
  transaction: Executor,
  deployment: string,
  released: readonly { readonly kind: string; readonly value: string }[],
  now: Date,
): Promise<void> {
  const values = released.flatMap(({ kind, value }) => (kind === 'unconfirmed-email' ? value : []))
  if (values.length === 0) return
  const left = await transaction
    .selectFrom('players')
    .select((eb) => ['email_key as value', eb.fn.max('id').as('id')])
    .$call(ofDeployment(deployment))
    .where('email_key', 'in', values)
    .where('confirmed_at', 'is', null)
    .where('deleted_at', 'is', null)
    .groupBy('email_key')
    .execute()
  const keys = left.map(({ value, id }) => ({
    kind: 'unconfirmed-email' as const,
    value: value ?? '',
    playerId: id,
  }))
  await claimEach(transaction, deployment, keys, now)
}

function inOrder<K extends UniqueValue>(keys: readonly K[]): K[] {
  return keys.toSorted(
    (one, other) =>
      placeOf(one.kind) - placeOf(other.kind) ||
      compare(one.kind, other.kind) ||
      compare(one.value, other.value),
  )
}

function placeOf(kind: UniqueValueKind): number {
  const place = (firstKinds as readonly string[]).indexOf(kind)
  if (place >= 0) return place
  if (!kind.includes(' ')) return firstKinds.length
  return firstKinds.length + (kind.startsWith('partner ') ? 1 : 2)
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}
