import { sql } from 'kysely'
import type { Executor } from '../connection/openDatabase.ts'

export interface WaitingJob {
  readonly id: string
  readonly data: unknown
  readonly state: 'created' | 'retry' | 'active' | 'failed'
  readonly createdAt: Date
  readonly tries: number
  readonly nextTry: Date
  /** What the last try threw. */
  readonly output: { readonly message?: string } | null
}

interface Wanted {
  /** All of them without one. */
  readonly id?: string | undefined
  readonly limit?: number | undefined
}

/** Jobs of a queue that are not done: they wait, are under way, or were given up; the oldest first. */
export async function listWaitingJobs(
  executor: Executor,
  queue: string,
  { id, limit }: Wanted,
): Promise<readonly WaitingJob[]> {
  const { rows } = await sql<WaitingJob>`
    select id, data, state, created_on as "createdAt", retry_count as tries,
      start_after as "nextTry", output
    from pgboss.job
    where name = ${queue} and state in ('created', 'retry', 'active', 'failed')
      ${id === undefined ? sql`` : sql`and id::text = ${id}`}
    order by created_on, id
    ${limit === undefined ? sql`` : sql`limit ${limit}`}`.execute(executor)
  return rows
}
