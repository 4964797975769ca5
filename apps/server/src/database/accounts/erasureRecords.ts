import { type Kysely, sql } from 'kysely'
import {
  type Executor,
  findRow,
  hasRow,
  type NewRow,
  ofDeployment,
  ofPlayer,
  type Row,
} from '../schema/executor.ts'
import type { Tables } from '../schema/rows.ts'
import { inTransaction } from '../transactions/inTransaction.ts'

/** A deletion, a withdrawn consent, a rewind, a freeze or its end. */
export interface ErasureRecord {
  /** Its place in the order of all. */
  readonly seq: number
  readonly at: Date
  readonly deployment: string
  readonly player: number
  /** When the player registered: with the id it names the player for ever. */
  readonly registered: Date
  /** The subject of the consent, or `erased`, `frozen`, `unfrozen`, or `rewound` and the first entry undone. */
  readonly what: string
  /** The id of the decision; erasures have none. */
  readonly consent?: number | undefined
}

/** The advisory lock that every withdrawal holds, shared, until its transaction ends. */
const withdrawalsLock = 7_263_002_600

/** Milliseconds that withdrawals wait behind a reader who waits for one of them. */
const lockedWithin = 500

/**
 * Does what has to be in the erasure log, and writes its records in the same transaction. The triggers
 * of version 1.0.0 then leave them to us. The lock comes before the numbers: who reads holds it alone.
 */
export async function keepErasureRecords(
  transaction: Executor,
  act: () => Promise<readonly NewRow<'erasure_records'>[]>,
): Promise<void> {
  await sql`select set_config('gatehouse.erasure_records', 'by the server', true),
    pg_advisory_xact_lock_shared(${sql.lit(withdrawalsLock)})`.execute(transaction)
  const records = await act()
  if (records.length > 0) await transaction.insertInto('erasure_records').values(records).execute()
}

/** The record of an account's erasure, its rewind, its freeze or the end of one. */
export function recordOf(
  { deployment, id, created_at }: Pick<Row<'players'>, 'deployment' | 'id' | 'created_at'>,
  what: 'erased' | 'frozen' | 'unfrozen' | `rewound ${number}`,
  at: Date,
): NewRow<'erasure_records'> {
  return { deployment, at, player_id: id, registered_at: created_at, what }
}

/** The number of the newest withdrawal that is to be seen; 0 without one. */
export async function newestErasureRecord(executor: Executor): Promise<number> {
  const { seq } = await executor
    .selectFrom('erasure_records')
    .select((eb) => eb.fn.max('seq').as('seq'))
    .executeTakeFirstOrThrow()
  return seq ?? 0
}

/**
 * A number up to which nothing is under way: whatever has a smaller one is to be seen now, or never
 * will be. Throws where a withdrawal takes longer than half a second to commit.
 */
export function settledErasureRecords(kysely: Kysely<Tables>): Promise<number> {
  return inTransaction(kysely, async (transaction) => {
    await sql`set local lock_timeout = ${sql.lit(lockedWithin)}`.execute(transaction)
    await sql`select pg_advisory_xact_lock(${sql.lit(withdrawalsLock)})`.execute(transaction)
    return newestErasureRecord(transaction)
  })
}

/** The withdrawals behind a number, up to another one, in their order. */
export async function listErasureRecords(
  executor: Executor,
  { after, upTo, limit }: { readonly after: number; readonly upTo: number; readonly limit: number },
): Promise<readonly ErasureRecord[]> {
  const rows = await executor
    .selectFrom('erasure_records')
    .selectAll()
    .where('seq', '>', after)
    .where('seq', '<=', upTo)
    .orderBy('seq')
    .limit(limit)
    .execute()
  return rows.map(withdrawalOf)
}

/** True when a withdrawal is in this database under its number. */
export async function isKnownErasureRecord(
  executor: Executor,
  { seq, deployment, player, what }: ErasureRecord,
): Promise<boolean> {
  return hasRow(executor, 'erasure_records', { deployment, seq, player_id: player, what })
}

function withdrawalOf(row: Row<'erasure_records'>): ErasureRecord {
  const { seq, at, deployment, player_id: player, registered_at: registered, what } = row
  const consent = row.consent_id ?? undefined
  return { seq, at, deployment, player, registered, what, consent }
}

/** True when a player has made a later decision on the same subject. */
export async function hasDecidedSince(
  executor: Executor,
  { at, deployment, player, what, consent }: ErasureRecord,
): Promise<boolean> {
  const later = await executor
    .selectFrom('consents')
    .select('id')
    .$call(ofPlayer(deployment, player))
    .where('subject', '=', what)
    // Clocks of servers differ: numbers do not.
    .where((eb) => (consent === undefined ? eb('at', '>=', at) : eb('id', '>', consent)))
    .limit(1)
    .executeTakeFirst()
  return later !== undefined
}

/** True when this database has a freeze, a later one, or the end of one, up to a number. */
export async function knowsOfFreeze(
  executor: Executor,
  { seq, deployment, player }: ErasureRecord,
  upTo: number,
): Promise<boolean> {
  const row = await executor
    .selectFrom('erasure_records')
    .select('seq')
    .$call(ofDeployment(deployment))
    .where('seq', '>=', seq)
    .where('seq', '<=', upTo)
    .where('player_id', '=', player)
    .where('what', 'in', ['frozen', 'unfrozen'])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** True when the id still names the player of a withdrawal, who has an account. */
export async function wasThere(
  executor: Executor,
  { deployment, player, registered }: ErasureRecord,
): Promise<boolean> {
  const living = { deployment, id: player, deleted_at: null }
  const found = await findRow(executor, 'players', ['created_at'], living)
  return found?.created_at.getTime() === registered.getTime()
}
