import { sql } from 'kysely'
import { hashOf } from '../secrets.ts'
import type { Executor } from './open.ts'

export interface Counted {
  readonly count: number
  readonly resets_at: Date
}

/**
 * Counts one more attempt of a kind for a subject and tells how many there are since the window
 * began. One statement, so that parallel attempts cannot pass each other, on any number of servers. No
 * window is longer than one from now: a clock that is put back keeps nobody out for longer.
 */
export async function countAttempt(
  executor: Executor,
  deployment: string,
  kind: string,
  subject: string,
  now: Date,
  resetsAt: Date,
): Promise<Counted> {
  const { rows } = await sql<Counted>`insert into attempts
      (deployment, kind, subject_hash, count, resets_at)
    values (${deployment}, ${kind}, ${hashOf(subject)}, 1, ${resetsAt})
    on conflict (deployment, kind, subject_hash) do update set
      count = case when attempts.resets_at <= ${now} then 1 else attempts.count + 1 end,
      resets_at = case when attempts.resets_at <= ${now}
        then excluded.resets_at else least(attempts.resets_at, excluded.resets_at) end
    returning count, resets_at`.execute(executor)
  const [counted] = rows
  if (!counted) throw new Error('An attempt was not counted.')
  return counted
}

/** Takes attempts back: all of a subject, or one. */
export async function forgiveAttempts(
  executor: Executor,
  deployment: string,
  kind: string,
  subject: string,
  how: 'all' | 'one',
): Promise<void> {
  await executor
    .updateTable('attempts')
    .set((eb) => ({ count: how === 'all' ? 0 : eb('count', '-', 1) }))
    .where('deployment', '=', deployment)
    .where('kind', '=', kind)
    .where('subject_hash', '=', hashOf(subject))
    .where('count', '>', 0)
    .execute()
}

export async function sweepAttempts(executor: Executor, now: Date): Promise<void> {
  await executor.deleteFrom('attempts').where('resets_at', '<=', now).execute()
}
