import type { Pool } from 'pg'

interface Worker {
  readonly name: string
  readonly port: number
}

/**
 * Asks a database that is spread over the workers of Citus which of them it does not reach; none on
 * every other database. Each is asked over a connection apart, because one may be silent.
 */
export function asksForWorkers(own: Pool, apart: Pool): () => Promise<readonly string[]> {
  let isSpread: boolean | null = null
  return async () => {
    isSpread ??=
      (await own.query(`select from pg_extension where extname = 'citus'`)).rows.length > 0
    if (!isSpread) return []
    const { rows } = await own.query<Worker>(`select nodename as name, nodeport as port
      from pg_dist_node where groupid > 0 and isactive order by 1, 2`)
    const asked = rows.map(async ({ name, port }) => {
      const isThere = await apart
        .query<{ is: boolean }>('select citus_check_connection_to_node($1, $2) as is', [name, port])
        .then(
          (answer) => answer.rows[0]?.is === true,
          () => false,
        )
      return isThere ? [] : [`${name}:${port}`]
    })
    return (await Promise.all(asked)).flat()
  }
}
