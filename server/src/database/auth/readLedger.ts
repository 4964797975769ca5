import { activityKinds, type ActivityKind, type LedgerAct } from '@gatehouse/contract/activity'
import type { Selectable } from 'kysely'
import type { Executor } from '../schema/executor.ts'
import type { Tables } from '../schema/rows.ts'
import { ofPlayer } from '../schema/ofPlayer.ts'

export type ActivityEntry = Pick<
  Selectable<Tables['account_ledger']>,
  'id' | 'at' | 'act' | 'actor' | 'family' | 'browser' | 'shown'
>

/** Which entries of a ledger: of one kind or all, older than one, from a moment on, and how many at most. */
export interface LedgerPage {
  readonly kind?: ActivityKind | undefined
  readonly before?: number | undefined
  readonly since?: Date | undefined
  readonly limit: number
}

/** Entries of a player's ledger, the newest first. */
export function readLedger(
  executor: Executor,
  deployment: string,
  playerId: number,
  { kind, before, since, limit }: LedgerPage,
): Promise<ActivityEntry[]> {
  return executor
    .selectFrom('account_ledger')
    .select(['id', 'at', 'act', 'actor', 'family', 'browser', 'shown'])
    .$call(ofPlayer(deployment, playerId))
    .$if(before !== undefined, (query) => query.where('id', '<', before as number))
    .$if(since !== undefined, (query) => query.where('at', '>=', since as Date))
    .$if(kind !== undefined, (query) => query.where('act', 'in', actsOf(kind as ActivityKind)))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** True when a player has signed in no more than once, as far as the ledger goes back. */
export async function hasSignedInOnce(
  executor: Executor,
  deployment: string,
  playerId: number,
): Promise<boolean> {
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
