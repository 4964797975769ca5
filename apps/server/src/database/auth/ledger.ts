import {
  activityKinds,
  type ActivityKind,
  type LedgerAct,
  type LedgerActor,
  type ShownByAct,
} from '@gatehouse/contract/activity'
import { type Kysely, sql } from 'kysely'
import { browserMarkOf } from '../../platform/browserOf.ts'
import { type Executor, ofPlayer } from '../schema/executor.ts'
import type { Tables } from '../schema/rows.ts'

/** Where an act came from: the sender of the request. */
export interface Requester {
  readonly ip: string
  readonly userAgent: string
}

/**
 * An entry in a player's ledger: the actor, the moment, the requester and the act, with the values
 * that the player reads.
 */
export type LedgerEntry = {
  readonly deployment: string
  readonly playerId: number
  readonly at: Date
  readonly actor: LedgerActor
  /** Null for acts without a request, and for operators. */
  readonly requester: Requester | null
  /** The session in which it was done. */
  readonly family?: string | null
  /** The earlier value, sealed under the server's key for the ledger. */
  readonly before?: string | null
} & { [A in LedgerAct]: { readonly act: A; readonly shown: ShownByAct[A] } }[LedgerAct]

/** Writes acts into the ledgers of their players, in the transaction of the act. */
export async function writeLedger(transaction: Executor, ...entries: LedgerEntry[]): Promise<void> {
  await transaction.insertInto('account_ledger').values(entries.map(rowOf)).execute()
}

function rowOf(entry: LedgerEntry) {
  const { deployment, playerId, at, act, actor, requester, family = null, before = null } = entry
  return {
    deployment,
    player_id: playerId,
    at,
    act,
    actor,
    family,
    browser: requester === null ? '' : browserMarkOf(requester.userAgent),
    ip: requester?.ip ?? null,
    user_agent: requester?.userAgent ?? null,
    shown: JSON.stringify(entry.shown),
    before_sealed: before,
  }
}

/** The entries of a ledger that are read: of one kind or all, older than one, from a moment on. */
export interface LedgerPage {
  readonly kind?: ActivityKind | undefined
  readonly before?: number | undefined
  readonly since?: Date | undefined
  /** With `since`: those from this entry on, too, whatever their time is. */
  readonly from?: number | undefined
  /** Without what staff did, but for their looks. */
  readonly isWithoutStaff?: boolean
  /** Only those that say what was there before. */
  readonly isReversible?: boolean
  readonly limit: number
}

/** Entries of a player's ledger, the newest first. */
export function readLedger(
  executor: Executor,
  deployment: string,
  playerId: number,
  { kind, before, since, from, isWithoutStaff = false, isReversible = false, limit }: LedgerPage,
) {
  return executor
    .selectFrom('account_ledger')
    .select(['id', 'at', 'act', 'actor', 'family', 'browser', 'ip', 'shown', 'before_sealed'])
    .$call(ofPlayer(deployment, playerId))
    .$if(before !== undefined, (query) => query.where('id', '<', before as number))
    .$if(since !== undefined, (query) =>
      query.where(({ or, eb }) =>
        or([eb('at', '>=', since as Date), ...(from === undefined ? [] : [eb('id', '>=', from)])]),
      ),
    )
    .$if(isReversible, (query) => query.where('before_sealed', 'is not', null))
    .$if(isWithoutStaff, (query) =>
      query.where(({ or, eb }) =>
        or([eb('actor', '!=', 'operator'), eb('act', '=', 'support-looked')]),
      ),
    )
    .$if(kind === 'support', (query) => query.where('actor', '=', 'operator'))
    .$if(kind !== undefined && kind !== 'support', (query) =>
      query.where('act', 'in', actsOf(kind as ActivityKind)),
    )
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/**
 * When the earliest of the last `most` changes was made that an account has had since a moment; null where
 * they are fewer.
 */
export async function earliestChange(
  executor: Executor,
  { deployment, id }: { readonly deployment: string; readonly id: number },
  since: Date,
  most: number,
): Promise<Date | null> {
  const row = await executor
    .selectFrom('account_ledger')
    .select('at')
    .$call(ofPlayer(deployment, id))
    .where('before_sealed', 'is not', null)
    .where('at', '>=', since)
    .orderBy('id', 'desc')
    .limit(1)
    .offset(most - 1)
    .executeTakeFirst()
  return row?.at ?? null
}

/** The acts on an account between two moments. */
export function actsAt(
  executor: Executor,
  deployment: string,
  playerId: number,
  from: Date,
  until: Date,
) {
  return executor
    .selectFrom('account_ledger')
    .select(['act', 'actor', 'family'])
    .$call(ofPlayer(deployment, playerId))
    .where('at', '>=', from)
    .where('at', '<=', until)
    .limit(20)
    .execute()
}

/** True when a player has signed in no more than once, as far as the ledger goes back. */
export async function hasSignedInOnce(executor: Executor, deployment: string, playerId: number) {
  const rows = await executor
    .selectFrom('account_ledger')
    .select('id')
    .$call(ofPlayer(deployment, playerId))
    .where('act', '=', 'signed-in')
    .limit(2)
    .execute()
  return rows.length < 2
}

function actsOf(kind: ActivityKind): LedgerAct[] {
  const acts = Object.entries(activityKinds) as [LedgerAct, ActivityKind][]
  return acts.filter(([, each]) => each === kind).map(([act]) => act)
}

/**
 * The columns that are emptied before an entry is removed, and the condition that finds full ones.
 */
const emptied = {
  addresses: {
    isFull: sql<boolean>`ip is not null`,
    change: { ip: null, user_agent: null },
  },
  befores: {
    // A rewind that waits reads them at its time, however late a server comes to it.
    isFull: sql<boolean>`before_sealed is not null and not exists (select from rewinds
      where rewinds.deployment = account_ledger.deployment
        and rewinds.player_id = account_ledger.player_id and rewinds.state = 'waiting')`,
    change: { before_sealed: null },
  },
} as const

/** Entries that one statement looks for: it bounds the statement's time. */
const batchSize = 2000

/** Empties a part of the entries that are older than a moment, one player after the other. */
export async function emptyLedger(
  kysely: Kysely<Tables>,
  part: keyof typeof emptied,
  before: Date,
): Promise<void> {
  const { isFull, change } = emptied[part]
  for (;;) {
    const rows = await kysely
      .selectFrom('account_ledger')
      .select(['deployment', 'player_id'])
      .where('at', '<', before)
      .where(isFull)
      .orderBy('at')
      .limit(batchSize)
      .execute()
    const players = new Map(rows.map((row) => [`${row.deployment} ${row.player_id}`, row]))
    for (const { deployment, player_id } of players.values()) {
      await kysely
        .updateTable('account_ledger')
        .set(change)
        .$call(ofPlayer(deployment, player_id))
        .where('at', '<', before)
        .where(isFull)
        .execute()
    }
    if (rows.length < batchSize) return
  }
}
