import { hashOf } from '../../platform/crypto/secrets.ts'
import type { Database, Prepared } from '../pool/openDatabase.ts'
import { type Executor, ofDeployment, type Row } from '../schema/executor.ts'

export type Counted = Pick<Row<'attempts'>, 'count' | 'resets_at'>

/** Counts from where the window began, or begins a window. */
const count: Prepared = {
  name: 'count-attempt',
  text: `insert into attempts (deployment, kind, subject_hash, count, resets_at)
    values ($1, $3, $4, 1, $5)
    on conflict (deployment, kind, subject_hash) do update set
      count = case when attempts.resets_at <= $2 then 1 else attempts.count + 1 end,
      resets_at = case when attempts.resets_at <= $2
        then excluded.resets_at else least(attempts.resets_at, excluded.resets_at) end
    returning count, resets_at`,
}

const keep: Prepared = {
  name: 'keep-attempt',
  text: `insert into attempts (deployment, kind, subject_hash, count, resets_at)
    values ($1, $2, $3, 1, $4)
    on conflict (deployment, kind, subject_hash) do update set resets_at = excluded.resets_at`,
}

const read: Prepared = {
  name: 'read-attempt',
  text: `select count, resets_at from attempts
    where deployment = $1 and kind = $3 and subject_hash = $4 and resets_at > $2`,
}

/** Takes back one attempt of a subject, or all of them. */
const refund: Prepared = {
  name: 'refund-attempts',
  text: `update attempts set count = case when $2 then count - 1 else 0 end
    where deployment = $1 and kind = $3 and subject_hash = $4 and count > 0`,
}

type Attempt = readonly [kind: string, subject: string]

/** The subject of attempts, and their kind. */
interface Counter {
  readonly kind: string
  readonly subject: string
}

/**
 * Counts one more attempt of a kind for a subject and answers how many there are since the window
 * began. One statement, so that parallel attempts cannot pass each other, on any number of servers.
 * No window is longer than one from now: a clock that is put back locks no player out for longer.
 */
export async function countAttempt(
  database: Database,
  deployment: string,
  kind: string,
  subject: string,
  now: Date,
  resetsAt: Date,
): Promise<Counted> {
  const values = [deployment, now, kind, hashOf(subject), resetsAt]
  const counted = await database.write<Counted>(count, values)
  if (!counted) throw new Error('An attempt was not counted.')
  return counted
}

/** Begins a window of a kind for a subject, or moves the end of the one that is open. */
export async function keepAttempt(
  database: Database,
  deployment: string,
  kind: string,
  subject: string,
  resetsAt: Date,
): Promise<void> {
  await database.write(keep, [deployment, kind, hashOf(subject), resetsAt])
}

/**
 * Counts one more attempt for one subject, and then for another one if the first has had no more
 * than `max`. Answers what it counted, the second null when it did not. Each count is its own
 * transaction: of parallel attempts no two read the same count of either subject, and none holds
 * one counter while it waits for the other.
 */
export async function countTwoAttempts(
  database: Database,
  deployment: string,
  now: Date,
  one: Counter & { readonly max: number; readonly resetsAt: Date },
  other: Counter & { readonly resetsAt: Date },
): Promise<readonly [Counted, Counted | null]> {
  const countOf = ({ kind, subject, resetsAt }: typeof other) =>
    countAttempt(database, deployment, kind, subject, now, resetsAt)
  const counted = await countOf(one)
  return [counted, counted.count > one.max ? null : await countOf(other)]
}

/** The count of one subject, as each log-in reads it; undefined where no window is open. */
export function readAttempt(
  database: Database,
  deployment: string,
  [kind, subject]: Attempt,
  now: Date,
): Promise<Counted | undefined> {
  return database.first<Counted>(read, [deployment, now, kind, hashOf(subject)])
}

/** Ends a window no later than this: it was begun by a clock that was ahead. */
export async function shortenWindow(
  { kysely }: Pick<Database, 'kysely'>,
  deployment: string,
  [kind, subject]: Attempt,
  resetsAt: Date,
): Promise<void> {
  await kysely
    .updateTable('attempts')
    .set({ resets_at: resetsAt })
    .$call(ofDeployment(deployment))
    .where('kind', '=', kind)
    .where('subject_hash', '=', hashOf(subject))
    .where('resets_at', '>', resetsAt)
    .execute()
}

/** Deletes the counts of these subjects; returns how many were still open. */
export async function deleteAttempts(
  executor: Executor,
  deployment: string,
  kinds: readonly string[],
  subjects: readonly string[],
  now: Date,
): Promise<number> {
  const deleted = await executor
    .deleteFrom('attempts')
    .$call(ofDeployment(deployment))
    .where('kind', 'in', kinds)
    .where('subject_hash', 'in', subjects.map(hashOf))
    .returning(['count', 'resets_at'])
    .execute()
  return deleted.filter(({ count, resets_at }) => count > 0 && resets_at > now).length
}

/** Takes attempts back: one of each subject, or all of the first one and one of the others. */
export async function refundAttempts(
  database: Database,
  deployment: string,
  attempts: readonly Attempt[],
  how: 'all' | 'one',
): Promise<void> {
  for (const [index, [kind, subject]] of attempts.entries()) {
    const isOne = how === 'one' || index > 0
    await database.write(refund, [deployment, isOne, kind, hashOf(subject)])
  }
}
