import type { RecoveryProof } from '@gatehouse/contract/activity'
import type { Player } from '../accounts/players.ts'
import {
  changeRows,
  type Executor,
  findRow,
  insertRow,
  type NewRow,
  ofDeployment,
  ofPlayer,
  type Row,
} from '../schema/executor.ts'
import type { RecoveryState } from '../schema/values.ts'

export type RecoveryCase = Row<'recovery_cases'>

const columns = [
  'deployment',
  'player_id',
  'id',
  'email_key',
  'proofs',
  'state',
  'opened_at',
  'waits_since',
  'due_at',
  'next_at',
  'ended_at',
] as const

type Owner = Pick<Player, 'deployment' | 'id'>

/** The recovery case of a player that goes on; undefined for none. */
export function findLivingCase(
  executor: Executor,
  { deployment, id }: Owner,
): Promise<RecoveryCase | undefined> {
  const living = { deployment, player_id: id, ended_at: null }
  return findRow(executor, 'recovery_cases', columns, living)
}

export function insertCase(transaction: Executor, row: NewRow<'recovery_cases'>): Promise<void> {
  return insertRow(transaction, 'recovery_cases', row)
}

interface CaseChange {
  readonly state?: 'collecting' | 'waiting' | 'ready'
  readonly proofs?: RecoveryProof[]
  readonly waits_since?: Date
  readonly due_at?: Date
  readonly next_at?: Date
}

/** Goes on with a case; false for one that has ended. */
export function changeCase(
  transaction: Executor,
  { deployment, player_id, id }: RecoveryCase,
  change: CaseChange,
): Promise<boolean> {
  const living = { deployment, player_id, id, ended_at: null }
  return changeRows(transaction, 'recovery_cases', living, change)
}

/** Ends the case of a player that goes on; false where none does. */
export function endCase(
  transaction: Executor,
  { deployment, id }: Owner,
  state: Extract<RecoveryState, 'done' | 'stopped' | 'expired'>,
  now: Date,
): Promise<boolean> {
  const living = { deployment, player_id: id, ended_at: null }
  return changeRows(transaction, 'recovery_cases', living, { state, ended_at: now, next_at: null })
}

/** When the cases of a player that had enough proofs since a moment began to wait, the oldest first. */
export async function listWaits(
  executor: Executor,
  { deployment, id }: Owner,
  since: Date,
): Promise<readonly Date[]> {
  const rows = await executor
    .selectFrom('recovery_cases')
    .select('waits_since')
    .$call(ofPlayer(deployment, id))
    .where('waits_since', '>', since)
    .orderBy('waits_since')
    .execute()
  return rows.flatMap(({ waits_since: at }) => (at === null ? [] : [at]))
}

/** The cases of all players with which something is to be done. */
export function listDueCases(executor: Executor, now: Date): Promise<RecoveryCase[]> {
  return executor
    .selectFrom('recovery_cases')
    .select(columns)
    .where('ended_at', 'is', null)
    .where('next_at', '<=', now)
    .orderBy('next_at')
    .execute()
}

/** The cases of a deployment that wait or are ready, the next one first, with the names of their players. */
export function listOpenCases(executor: Executor, deployment: string, limit: number) {
  return executor
    .selectFrom('recovery_cases')
    .select(columns)
    .$call(ofDeployment(deployment))
    .where('ended_at', 'is', null)
    .where('due_at', 'is not', null)
    .orderBy('due_at')
    .limit(limit)
    .execute()
}

/** The cases of a player, the newest first. */
export function listCasesOf(executor: Executor, { deployment, id }: Owner) {
  return executor
    .selectFrom('recovery_cases')
    .select(columns)
    .$call(ofPlayer(deployment, id))
    .orderBy('id', 'desc')
    .limit(20)
    .execute()
}
