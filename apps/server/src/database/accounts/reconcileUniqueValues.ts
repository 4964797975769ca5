import { type Kysely, sql } from 'kysely'
import { after } from '../../platform/clock.ts'
import { type Executor, ofDeployment, ofPlayer, type Row } from '../schema/executor.ts'
import type { Tables } from '../schema/rows.ts'
import { inTransaction } from '../transactions/inTransaction.ts'
import {
  accountKey,
  claim,
  type UniqueValue,
  listHolders,
  partnerKey,
  passkeyKey,
  passkeyUserKey,
  registeredFor,
  release,
  subjectKey,
} from './uniqueValues.ts'

/**
 * The changes of a sweep: it removes unique values that have expired or have no player, and adds
 * missing ones.
 */
export interface SweptLookUps {
  readonly over: number
  readonly orphaned: number
  readonly missing: number
}

/** Seconds in which a unique value may be without its player, who is being written. */
const writtenWithin = 3600

/** Players whom one part looks at: it bounds the time of a statement. */
const batchSize = 500

const columns = ['kind', 'value', 'player_id', 'until', 'created_at'] as const

type UniqueValueRow = Pick<Row<'unique_values'>, (typeof columns)[number]>

/**
 * Compares the unique values of a deployment with its players, some at a time in the order of their
 * ids, and repairs differences: each player under a lock, against the rows as they are then. Ends
 * after a part when the signal aborts.
 */
export async function reconcileUniqueValues(
  kysely: Kysely<Tables>,
  deployment: string,
  now: Date,
  signal?: AbortSignal,
): Promise<SweptLookUps> {
  const counts = { over: 0, orphaned: 0, missing: 0 }
  let behind = 0
  for (;;) {
    if (signal?.aborted === true) return counts
    const part = await readPart(kysely, deployment, behind)
    const owned = await keysOfPlayers(kysely, deployment, part.players, now)
    const suspects = new Set(part.lookUps.map(({ player_id }) => player_id))
    const lookUps = Map.groupBy(part.lookUps, ({ player_id }) => player_id)
    for (const [id, keys] of owned) {
      if (isInOrder(keys, lookUps.get(id) ?? [], now)) suspects.delete(id)
      else suspects.add(id)
    }
    for (const id of suspects) {
      const mended = await inTransaction(kysely, (transaction) =>
        repair(transaction, deployment, id, now),
      )
      counts.over += mended.over
      counts.orphaned += mended.orphaned
      counts.missing += mended.missing
    }
    if (part.isLast) return counts
    behind = part.upTo
  }
}

/**
 * The next players by their ids, and the unique values of these ids; of all that follow in the last
 * part.
 */
async function readPart(executor: Executor, deployment: string, behind: number) {
  const players = await playersWhere(executor, deployment)
    .where('id', '>', behind)
    .orderBy('id')
    .limit(batchSize)
    .execute()
  const lookUps = await executor
    .selectFrom('unique_values')
    .select(columns)
    .$call(ofDeployment(deployment))
    .where('player_id', '>', behind)
    .orderBy('player_id')
    .$if(players.length === batchSize, (query) =>
      query.where('player_id', '<=', players.at(-1)?.id ?? behind),
    )
    .execute()
  return {
    players,
    lookUps,
    isLast: players.length < batchSize,
    upTo: players.at(-1)?.id ?? behind,
  }
}

type Owner = Awaited<ReturnType<ReturnType<typeof playersWhere>['executeTakeFirstOrThrow']>>

function playersWhere(executor: Executor, deployment: string) {
  return executor
    .selectFrom('players')
    .select(['id', 'username_key', 'email_key', 'confirmed_at', 'registered_with', 'created_at'])
    .$call(ofDeployment(deployment))
    .where('deleted_at', 'is', null)
}

/** The keys of some players, by their rows; an unconfirmed address is the newest registration's. */
async function keysOfPlayers(
  executor: Executor,
  deployment: string,
  players: readonly Owner[],
  now: Date,
): Promise<ReadonlyMap<number, UniqueValue[]>> {
  const owned = new Map(players.map((player) => [player.id, keysOfRow(player, now)]))
  if (players.length === 0) return owned
  const add = (id: number, key: UniqueValue) => {
    const keys = owned.get(id)
    const isThere = keys?.some(({ kind, value }) => kind === key.kind && value === key.value)
    if (keys && isThere === false) keys.push(key)
  }
  for (const row of await rowsOf(executor, 'connections', deployment, players)) {
    add(row.player_id, accountKey(row.canonical_name as never, row.account_id))
  }
  for (const row of await rowsOf(executor, 'partner_players', deployment, players)) {
    add(row.player_id, partnerKey(row.partner, row.subject))
  }
  for (const row of await rowsOf(executor, 'pairwise_subjects', deployment, players)) {
    add(row.player_id, subjectKey(row.sector, row.subject))
  }
  for (const row of await rowsOf(executor, 'passkeys', deployment, players)) {
    if (row.removed_at === null) add(row.player_id, passkeyKey(row.credential_id))
  }
  for (const row of await rowsOf(executor, 'passkey_users', deployment, players)) {
    add(row.player_id, passkeyUserKey(row.user_handle))
  }
  const changes = await rowsOf(executor, 'email_changes', deployment, players)
  for (const row of changes.toSorted((one, other) => +other.undo_until - +one.undo_until)) {
    const isKept = row.confirmed_at !== null && row.undone_at === null && row.undo_until > now
    if (!isKept) continue
    add(row.player_id, { kind: 'email', value: row.old_email_key, until: row.undo_until })
  }
  await leaveOutOlder(executor, deployment, owned, now)
  return owned
}

function keysOfRow(player: Owner, now: Date): UniqueValue[] {
  const { username_key, email_key, confirmed_at, registered_with, created_at } = player
  const keys: UniqueValue[] = []
  if (username_key !== null) keys.push({ kind: 'username', value: username_key })
  if (email_key !== null) {
    keys.push({ kind: confirmed_at ? 'email' : 'unconfirmed-email', value: email_key })
  }
  const until = registeredFor(created_at)
  if (registered_with !== null && until > now) {
    keys.push({ kind: 'registration', value: Buffer.from(registered_with).toString('hex'), until })
  }
  return keys
}

type TableOfPlayer =
  | 'connections'
  | 'partner_players'
  | 'pairwise_subjects'
  | 'email_changes'
  | 'passkeys'
  | 'passkey_users'

async function rowsOf<T extends TableOfPlayer>(
  executor: Executor,
  table: T,
  deployment: string,
  players: readonly Owner[],
): Promise<readonly Row<T>[]> {
  const ids = players.map(({ id }) => id)
  const { rows } = await sql<Row<T>>`select * from ${sql.table(table)}
    where deployment = ${deployment} and player_id = any(${ids}::bigint[])`.execute(executor)
  return rows
}

/** Takes the addresses away from registrations that are not the newest ones with them. */
async function leaveOutOlder(
  executor: Executor,
  deployment: string,
  owned: ReadonlyMap<number, UniqueValue[]>,
  now: Date,
): Promise<void> {
  const waiting = [...owned.values()].flat().filter(({ kind }) => kind === 'unconfirmed-email')
  const holders = await listHolders(executor, deployment, waiting, now)
  const newest = new Map(holders.map(({ value, playerId }) => [value, playerId]))
  for (const [id, keys] of owned) {
    const index = keys.findIndex(
      ({ kind, value }) => kind === 'unconfirmed-email' && (newest.get(value) ?? 0) > id,
    )
    if (index >= 0) keys.splice(index, 1)
  }
}

/**
 * True when there is nothing to repair: every key has its row in `taken`, and every such row has
 * its key.
 */
function isInOrder(keys: readonly UniqueValue[], lookUps: readonly UniqueValueRow[], now: Date) {
  return (
    missingOf(keys, lookUps).length === 0 &&
    lookUps.every((lookUp) => isOwned(lookUp, keys) || isPending(lookUp, now))
  )
}

/** The keys without a row in `taken`, or whose row ends too early. */
function missingOf(keys: readonly UniqueValue[], lookUps: readonly UniqueValueRow[]) {
  return keys.filter(
    (key) =>
      !lookUps.some(
        ({ kind, value, until }) =>
          kind === key.kind &&
          value === key.value &&
          (until === null) === (key.until === undefined),
      ),
  )
}

function isOwned({ kind, value }: UniqueValueRow, keys: readonly UniqueValue[]): boolean {
  return keys.some((key) => key.kind === kind && key.value === value)
}

/**
 * True when a row in `taken` may be without a key: it is new, or keeps a name, which no other row
 * does.
 */
function isPending({ kind, created_at, until }: UniqueValueRow, now: Date): boolean {
  if (until !== null && until <= now) return false
  return created_at > after(now, -writtenWithin) || (kind === 'username' && until !== null)
}

/**
 * Repairs the unique values of one player, whose lock keeps other transactions from changing the
 * keys.
 */
async function repair(transaction: Executor, deployment: string, playerId: number, now: Date) {
  const player = await playersWhere(transaction, deployment)
    .where('id', '=', playerId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  const players = player ? [player] : []
  const owned = await keysOfPlayers(transaction, deployment, players, now)
  const keys = owned.get(playerId) ?? []
  const lookUps = await transaction
    .selectFrom('unique_values')
    .select(columns)
    .$call(ofPlayer(deployment, playerId))
    .execute()
  const orphans = lookUps.filter((lookUp) => !isOwned(lookUp, keys) && !isPending(lookUp, now))
  const over = orphans.filter(({ until }) => until !== null && until <= now).length
  await release(transaction, deployment, playerId, orphans as unknown as UniqueValue[], now)
  let missing = 0
  // One after the other: a value that another player has by now stays that player's.
  for (const key of missingOf(keys, lookUps)) {
    if ((await claim(transaction, deployment, playerId, [key], now)) === null) missing += 1
  }
  return { over, orphaned: orphans.length - over, missing }
}
