import { sql } from 'kysely'
import { fromKysely, type PgBoss } from 'pg-boss'
import { type Executor, ofDeployment } from '../schema/executor.ts'

export interface WaitingJob {
  readonly id: string
  readonly data: unknown
  readonly state: 'created' | 'retry' | 'active' | 'failed'
  readonly createdAt: Date
  readonly tries: number
  readonly nextTry: Date
  /** The error of the last try. */
  readonly output: { readonly message?: string } | null
  /** False while it is in the outbox: the job queue does not have it. */
  readonly isHandedOver: boolean
}

interface Wanted {
  /** All of them without one. */
  readonly id?: string | undefined
  readonly limit?: number | undefined
  /** Those alone whose field `to` is one of these. */
  readonly to?: readonly string[] | undefined
  /** Those alone whose field `deployment` is this one. */
  readonly deployment?: string | undefined
}

/**
 * Jobs of a queue that are not done: they wait in the outbox or in the queue, are under way, or
 * were given up; the oldest first.
 */
export async function listWaitingJobs(
  executor: Executor,
  queue: string,
  wanted: Wanted,
): Promise<readonly WaitingJob[]> {
  const { id, limit, to, deployment } = wanted
  // The outbox first: a job that is handed over meanwhile is found twice, never missed.
  const posted = await listPosted(executor, queue, wanted)
  const { rows } = await sql<WaitingJob>`
    select id, data, state, created_on as "createdAt", retry_count as tries,
      start_after as "nextTry", output, true as "isHandedOver"
    from pgboss.job
    where name = ${queue} and state in ('created', 'retry', 'active', 'failed')
      ${id === undefined ? sql`` : sql`and id::text = ${id}`}
      ${to === undefined ? sql`` : sql`and data->>'to' = any(${to}::text[])`}
      ${deployment === undefined ? sql`` : sql`and data->>'deployment' = ${deployment}`}
    order by created_on, start_after, id
    ${limit === undefined ? sql`` : sql`limit ${limit}`}`.execute(executor)
  const known = new Set(rows.map((job) => job.id))
  return [...rows, ...posted.filter((job) => !known.has(job.id))].slice(0, limit)
}

export interface FailedJob extends WaitingJob {
  readonly queue: string
  readonly data: { readonly clientId: string }
}

interface Failed {
  readonly deployment: string
  /** Those alone whose field `clientId` is this one. */
  readonly client?: string | undefined
  readonly id?: string | undefined
  readonly limit?: number
}

/** Jobs of a deployment that failed and wait for another try, or were given up; these first. */
export async function listFailedJobs(
  executor: Executor,
  queues: readonly string[],
  { deployment, client, id, limit }: Failed,
): Promise<readonly FailedJob[]> {
  const { rows } = await sql<FailedJob>`
    select name as queue, id, data, state, created_on as "createdAt", retry_count as tries,
      start_after as "nextTry", output, true as "isHandedOver"
    from pgboss.job
    where name = any(${queues}::text[]) and state in ('retry', 'failed')
      and data->>'deployment' = ${deployment}
      ${client === undefined ? sql`` : sql`and data->>'clientId' = ${client}`}
      ${id === undefined ? sql`` : sql`and id::text = ${id}`}
    order by state = 'failed' desc, created_on, id
    ${limit === undefined ? sql`` : sql`limit ${limit}`}`.execute(executor)
  return rows
}

/** An operator's retry gives a job another day with as many tries as the first. */
const anotherDay = { startAfter: 0, retentionSeconds: 24 * 3600 }
const triesOfDay = 30

/** Has a job that waits, or was given up, tried at once and for another day. */
export async function retryJob(
  boss: PgBoss,
  transaction: Executor,
  queue: string,
  { id, state, tries }: WaitingJob,
): Promise<void> {
  const db = fromKysely(transaction)
  if (state === 'failed') await boss.retry(queue, id, { db })
  const options = { id, ...anotherDay, retryLimit: tries + triesOfDay, db }
  await boss.update(queue, undefined, options)
}

/** True while a job is under way; the transaction keeps others from ending it. */
export async function isRunning(transaction: Executor, queue: string, id: string) {
  const { rows } = await sql`
    select 1 from pgboss.job
    where name = ${queue} and id = ${id} and state = 'active' for update`.execute(transaction)
  return rows.length === 1
}

async function listPosted(
  executor: Executor,
  queue: string,
  { id, limit, to, deployment }: Wanted,
): Promise<readonly WaitingJob[]> {
  const { rows } = await sql<WaitingJob>`
    select id, job as data, 'created' as state, created_at as "createdAt", 0 as tries,
      due_at as "nextTry", null as output, false as "isHandedOver"
    from outbox
    where queue = ${queue}
      ${id === undefined ? sql`` : sql`and id::text = ${id}`}
      ${to === undefined ? sql`` : sql`and job->>'to' = any(${to}::text[])`}
      ${deployment === undefined ? sql`` : sql`and deployment = ${deployment}`}
    order by created_at
    ${limit === undefined ? sql`` : sql`limit ${limit}`}`.execute(executor)
  return rows
}

/** Deletes jobs of a deployment from the outbox, by the field `to` of the job. */
export async function deletePostedMails(
  transaction: Executor,
  deployment: string,
  queue: string,
  to: readonly string[],
): Promise<void> {
  await transaction
    .deleteFrom('outbox')
    .$call(ofDeployment(deployment))
    .where('queue', '=', queue)
    .where(sql<string>`job->>'to'`, 'in', to)
    .execute()
}

/** How many jobs of a queue wait, by their field `mailing`, of those whose field begins so. */
export async function countWaitingOf(
  executor: Executor,
  queue: string,
  prefix: string,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ mailing: string; count: number }>`
    select mailing, count(*)::int as count from (
      select job->>'mailing' as mailing from outbox where queue = ${queue}
      union all
      select data->>'mailing' from pgboss.job
      where name = ${queue} and state in ('created', 'retry', 'active')
    ) as waiting
    where starts_with(mailing, ${prefix})
    group by mailing`.execute(executor)
  return new Map(rows.map(({ mailing, count }) => [mailing, count]))
}

/**
 * Deletes the jobs of a mailing that wait or were given up, which could be retried, and answers them.
 * One that is under way is let go on.
 */
export async function dropWaitingOf(
  transaction: Executor,
  deployment: string,
  queue: string,
  mailing: string,
): Promise<readonly unknown[]> {
  // First: this waits for a relay at work, and what it has handed over is found below.
  const posted = await transaction
    .deleteFrom('outbox')
    .$call(ofDeployment(deployment))
    .where('queue', '=', queue)
    .where(sql<string>`job->>'mailing'`, '=', mailing)
    .returning('job')
    .execute()
  const { rows } = await sql<{ data: unknown }>`
    delete from pgboss.job
    where name = ${queue} and state in ('created', 'retry', 'failed')
      and data->>'mailing' = ${mailing}
    returning data`.execute(transaction)
  return [...posted.map(({ job }) => job), ...rows.map(({ data }) => data)]
}
