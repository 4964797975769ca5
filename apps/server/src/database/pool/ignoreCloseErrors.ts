import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { repeatOnConflict } from '../transactions/repeatOnConflict.ts'

/** PostgreSQL's code for a write on a server that takes none. */
const readOnly = '25006'

/**
 * A pool that closes a connection which does not answer in time, where pg alone would lend it again:
 * it still waits for its answer, and whatever was asked of it next, the rollback of its transaction
 * first, would wait as long behind it. A connection whose server takes no writes any more is closed
 * too: after a failover another one does. With `repeats`, a statement outside of a transaction begins
 * again after a conflict, as a transaction does: it is one.
 */
export function ignoreCloseErrors(pool: Pool, { repeats }: { repeats: boolean }): PostgresPool {
  return {
    options: pool.options,
    connect: async () => lent(await pool.connect(), repeats),
    end: () => pool.end(),
  }
}

function lent(client: PoolClient, repeats: boolean): PostgresPoolClient {
  let silence: Error | null = null
  let isReadOnly = false
  const send = async (text: string, values: readonly unknown[]) => {
    if (silence) throw silence
    try {
      return await client.query(text, [...values])
    } catch (error) {
      if (error instanceof Error && error.message === 'Query read timeout') silence = error
      isReadOnly ||= (error as { code?: unknown }).code === readOnly
      throw error
    }
  }
  const query = (text: string, values: readonly unknown[]) => {
    // Within a transaction the status is another one, up to the answer to its end.
    const isWhole = repeats && client.getTransactionStatus() === 'I'
    return isWhole ? repeatOnConflict(() => send(text, values)) : send(text, values)
  }
  return {
    // Kysely asks for cursors only of those who give it one.
    query: query as unknown as PostgresPoolClient['query'],
    release: (isBroken = false) => client.release(isBroken || isReadOnly || silence !== null),
  }
}
