import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { Pool, PoolClient } from 'pg'

/**
 * A pool that closes a connection which does not answer in time, where pg alone would lend it again:
 * it still waits for its answer, and whatever was asked of it next, the rollback of its transaction
 * first, would wait as long behind it.
 */
export function closeSilently(pool: Pool): PostgresPool {
  return {
    options: pool.options,
    connect: async () => lent(await pool.connect()),
    end: () => pool.end(),
  }
}

function lent(client: PoolClient): PostgresPoolClient {
  let silence: Error | null = null
  const query = async (text: string, values: readonly unknown[]) => {
    if (silence) throw silence
    try {
      return await client.query(text, [...values])
    } catch (error) {
      if (error instanceof Error && error.message === 'Query read timeout') silence = error
      throw error
    }
  }
  return {
    // Kysely asks for cursors only of those who give it one.
    query: query as unknown as PostgresPoolClient['query'],
    release: (isBroken = false) => client.release(isBroken || silence !== null),
  }
}
