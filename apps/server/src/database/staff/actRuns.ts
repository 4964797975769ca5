import { sql } from 'kysely'
import { changeRows, type Executor, insertOnce, type Row } from '../schema/executor.ts'

export type ActRun = Row<'act_runs'>

type Which = Pick<ActRun, 'deployment' | 'id'>

/** A run in the hands of one server or command. */
export type OwnRun = Pick<ActRun, 'deployment' | 'id' | 'holder'>

/** The clock of the database: those of servers differ. */
const now = sql<Date>`now()`

/** Notes that an act begins; false where one of this id has begun before. */
export function insertRun(
  executor: Executor,
  run: OwnRun & Pick<ActRun, 'act' | 'node' | 'task_sealed'>,
): Promise<boolean> {
  return insertOnce(executor, 'act_runs', { ...run, state: 'running', began_at: now, beat_at: now })
}

/** Notes an act that was done, or refused, as it began. */
export function insertEndedRun(
  executor: Executor,
  run: OwnRun & Pick<ActRun, 'act' | 'node' | 'state' | 'message'>,
): Promise<boolean> {
  const moments = { began_at: now, beat_at: now, ended_at: now }
  return insertOnce(executor, 'act_runs', { ...run, ...moments })
}

/** Gives a sign of life; false once the run is no longer the caller's. */
export function beatRun(executor: Executor, run: OwnRun): Promise<boolean> {
  return changeRows(executor, 'act_runs', { ...run, state: 'running' }, { beat_at: now })
}

/** Counts an entry of the audit log in its transaction; false once the run is no longer the caller's. */
export function countEntry(executor: Executor, run: OwnRun): Promise<boolean> {
  const counted = { noted: sql<number>`noted + 1`, beat_at: now }
  return changeRows(executor, 'act_runs', { ...run, state: 'running' }, counted)
}

/** Ends a run; false once it is no longer the caller's. */
export function endRun(
  executor: Executor,
  { deployment, id, holder }: OwnRun,
  { state, message }: Pick<ActRun, 'state' | 'message'>,
): Promise<boolean> {
  const own = { deployment, id, holder, state: 'running' } as const
  return changeRows(executor, 'act_runs', own, { state, message, ended_at: now, task_sealed: null })
}

export function findRun(executor: Executor, { deployment, id }: Which) {
  return executor
    .selectFrom('act_runs')
    .selectAll()
    .where('deployment', '=', deployment)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Seconds without a sign of life after which a run is nobody's. */
const silence = 45

const isSilent = sql<boolean>`state = 'running' and beat_at < now() - make_interval(secs => ${silence})`

/** Runs of any deployment whose server gives no sign of life. */
export function listSilentRuns(executor: Executor): Promise<ActRun[]> {
  return executor.selectFrom('act_runs').selectAll().where(isSilent).execute()
}

/** Takes a silent run into other hands; false where others were faster, or its server spoke again. */
export async function claimRun(
  executor: Executor,
  { deployment, id, holder: before }: OwnRun,
  by: Pick<ActRun, 'node' | 'holder'>,
): Promise<boolean> {
  const { numUpdatedRows } = await executor
    .updateTable('act_runs')
    .set({ ...by, beat_at: now })
    .where('deployment', '=', deployment)
    .where('id', '=', id)
    .where('holder', '=', before)
    .where(isSilent)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
