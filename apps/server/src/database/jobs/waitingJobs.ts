import { sql } from 'kysely'
import { fromKysely, type PgBoss } from 'pg-boss'
import type { Executor } from '../schema/executor.ts'

interface WaitingJob {
  readonly id: string
  readonly data: unknown
  readonly state: 'created' | 'retry' | 'active' | 'failed'
  readonly createdAt: Date
  readonly tries: number
  readonly nextTry: Date
  /** The error of the last try. */
  readonly output: { readonly message?: string } | null
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
      start_after as "nextTry", output
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
