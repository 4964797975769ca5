import { hashOf } from '../secrets.ts'
import type { Database, Executor, Prepared } from './open.ts'

export interface Counted {
  readonly count: number
  readonly resets_at: Date
}

const count: Prepared = {
  name: 'count-attempt',
  text: `insert into attempts (deployment, kind, subject_hash, count, resets_at)
    values ($1, $2, $3, 1, $5)
    on conflict (deployment, kind, subject_hash) do update set
      count = case when attempts.resets_at <= $4 then 1 else attempts.count + 1 end,
      resets_at = case when attempts.resets_at <= $4
        then excluded.resets_at else least(attempts.resets_at, excluded.resets_at) end
    returning count, resets_at`,
}

const forgive: Prepared = {
  name: 'forgive-attempts',
  text: `update attempts set count = case when $4 then 0 else count - 1 end
    where deployment = $1 and kind = $2 and subject_hash = $3 and count > 0`,
}

/**
 * Counts one more attempt of a kind for a subject and tells how many there are since the window
 * began. One statement, so that parallel attempts cannot pass each other, on any number of servers. No
 * window is longer than one from now: a clock that is put back keeps nobody out for longer.
 */
export async function countAttempt(
  database: Database,
  deployment: string,
  kind: string,
  subject: string,
  now: Date,
  resetsAt: Date,
): Promise<Counted> {
  const values = [deployment, kind, hashOf(subject), now, resetsAt]
  const counted = await database.write<Counted>(count, values)
  if (!counted) throw new Error('An attempt was not counted.')
  return counted
}

/** Takes attempts back: all of a subject, or one. */
export async function forgiveAttempts(
  database: Database,
  deployment: string,
  kind: string,
  subject: string,
  how: 'all' | 'one',
): Promise<void> {
  await database.write(forgive, [deployment, kind, hashOf(subject), how === 'all'])
}

export async function sweepAttempts(executor: Executor, now: Date): Promise<void> {
  await executor.deleteFrom('attempts').where('resets_at', '<=', now).execute()
}
