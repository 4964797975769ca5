import { keyOf, type Player } from '../accounts/players.ts'
import {
  changeRows,
  type Executor,
  findRow,
  insertRow,
  type NewRow,
  ofPlayer,
  type Row,
} from '../schema/executor.ts'
import type { RewindState } from '../schema/values.ts'

export type Rewind = Row<'rewinds'>

const columns = [
  'deployment',
  'player_id',
  'id',
  'email_key',
  'from_entry',
  'state',
  'froze',
  'asked_at',
  'due_at',
  'ended_at',
  'factor_since',
] as const

/** The rewind of a player that waits; undefined for none. */
export function findWaitingRewind(
  executor: Executor,
  { deployment, id }: Pick<Player, 'deployment' | 'id'>,
): Promise<Rewind | undefined> {
  const waiting = { deployment, player_id: id, state: 'waiting' } as const
  return findRow(executor, 'rewinds', columns, waiting)
}

/** Notes a rewind that waits, or one that is done at once. */
export function insertRewind(transaction: Executor, rewind: NewRow<'rewinds'>): Promise<void> {
  return insertRow(transaction, 'rewinds', rewind)
}

/** Ends a rewind that waits; false where another request was faster. */
export function endRewind(
  transaction: Executor,
  { deployment, player_id, id }: Pick<Rewind, 'deployment' | 'player_id' | 'id'>,
  state: Exclude<RewindState, 'waiting'>,
  now: Date,
  factorSince: Date | null = null,
): Promise<boolean> {
  const waiting = { deployment, player_id, id, state: 'waiting' } as const
  const ended = { state, ended_at: now, factor_since: factorSince }
  return changeRows(transaction, 'rewinds', waiting, ended)
}

/**
 * Since when an address has no right to the entries of a ledger, because a second factor stopped what its
 * reader asked for: the earliest enrolment of these factors. Null where none did.
 */
export async function stoppedSince(
  executor: Executor,
  { deployment, id }: Pick<Player, 'deployment' | 'id'>,
  emailKey: string,
): Promise<Date | null> {
  const row = await executor
    .selectFrom('rewinds')
    .select('factor_since')
    .$call(ofPlayer(deployment, id))
    .where('email_key', '=', emailKey)
    .where('state', '=', 'stopped')
    .where('factor_since', 'is not', null)
    .orderBy('factor_since')
    .limit(1)
    .executeTakeFirst()
  return row?.factor_since ?? null
}

/** The rewinds of a player, the newest first. */
export function listRewindsOf(
  executor: Executor,
  { deployment, id }: Pick<Player, 'deployment' | 'id'>,
): Promise<Rewind[]> {
  return executor
    .selectFrom('rewinds')
    .select(columns)
    .$call(ofPlayer(deployment, id))
    .orderBy('id', 'desc')
    .limit(20)
    .execute()
}

/** The rewinds whose time has come, of all players. */
export function listDueRewinds(executor: Executor, now: Date): Promise<Rewind[]> {
  return executor
    .selectFrom('rewinds')
    .select(columns)
    .where('state', '=', 'waiting')
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .execute()
}

/** A time in which an address was an account's. */
export interface Tenure {
  readonly email: string
  readonly emailKey: string
  readonly since: Date
  /** Null for the present address. */
  readonly until: Date | null
}

/**
 * The addresses of an account that have a right to it, the oldest first; the present one is the last. An
 * address that was put out has none.
 */
export async function listTenures(
  executor: Executor,
  { deployment, id, email, confirmed_at, created_at }: Player,
): Promise<readonly Tenure[]> {
  const former = await executor
    .selectFrom('former_addresses')
    .select(['email', 'email_key', 'since', 'until', 'withdrawn_at'])
    .$call(ofPlayer(deployment, id))
    .orderBy('until')
    .orderBy('id')
    .execute()
  const present = {
    email,
    emailKey: keyOf(email),
    since: former.at(-1)?.until ?? confirmed_at ?? created_at,
    until: null,
  }
  const earlier = former.flatMap(({ email_key, withdrawn_at, ...tenure }) =>
    withdrawn_at === null ? [{ ...tenure, emailKey: email_key }] : [],
  )
  return [...earlier, present]
}

/** The earlier addresses that have a right to an account, replaced after a moment. */
export async function listFormerRights(
  executor: Executor,
  { deployment, id, email }: Pick<Player, 'deployment' | 'id' | 'email'>,
  since: Date,
): Promise<readonly string[]> {
  const rows = await executor
    .selectFrom('former_addresses')
    .select(['email', 'email_key'])
    .$call(ofPlayer(deployment, id))
    .where('until', '>', since)
    .where('withdrawn_at', 'is', null)
    .execute()
  const byKey = new Map(rows.map((row) => [row.email_key, row.email]))
  byKey.delete(keyOf(email))
  return [...byKey.values()]
}

/** Puts out the addresses that an account got from a moment on. */
export async function withdrawAddressesSince(
  transaction: Executor,
  { deployment, id }: Pick<Player, 'deployment' | 'id'>,
  since: Date,
  now: Date,
): Promise<void> {
  await transaction
    .updateTable('former_addresses')
    .set({ withdrawn_at: now })
    .$call(ofPlayer(deployment, id))
    .where('since', '>=', since)
    .where('withdrawn_at', 'is', null)
    .execute()
}
