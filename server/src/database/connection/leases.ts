import { sql } from 'kysely'
import type { Executor } from './openDatabase.ts'

/**
 * Takes a job that one of the servers does at a time: false while another one's turn lasts. A server
 * that dies in its turn holds nobody up for longer than that.
 */
export async function acquireLease(
  executor: Executor,
  job: string,
  now: Date,
  until: Date,
): Promise<boolean> {
  const { rows } = await sql<{ job: string }>`insert into turns (job, until)
    values (${job}, ${until})
    on conflict (job) do update set until = excluded.until where turns.until <= ${now}
    returning job`.execute(executor)
  return rows.length > 0
}
