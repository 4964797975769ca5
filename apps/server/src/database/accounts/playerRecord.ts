import { type RawBuilder, sql } from 'kysely'
import { type Executor, isPlayer } from '../schema/executor.ts'
import type { Tables } from '../schema/rows.ts'
import { tables, tablesWhere } from '../schema/tables.ts'

/** The columns of tables with the player's id, without secrets and what they are made of. */
const parts = tablesWhere(({ exported }) => (exported ?? null) !== null)
  .filter((table) => table !== 'players')
  .map((table) => [table, tables[table].exported ?? []] as const)

/**
 * The rows of a table that an export shows. It leaves out the unique values of passkeys, which are
 * credentials.
 */
const shownOf: Readonly<Partial<Record<string, RawBuilder<unknown>>>> = {
  unique_values: sql`kind not in ('passkey', 'passkey user')`,
}

type Row = Readonly<Record<string, unknown>>
export type PlayerRecord = Readonly<Record<'player', Row>> &
  Readonly<Record<keyof Tables, readonly Row[]>>

/** Everything that is kept of a player. Throws when there is none. */
export async function readPlayerRecord(
  executor: Executor,
  deployment: string,
  playerId: number,
): Promise<PlayerRecord> {
  const player = await executor
    .selectFrom('players')
    .select((tables.players.exported ?? []) as (keyof Tables['players'])[])
    .$call(isPlayer(deployment, playerId))
    .executeTakeFirstOrThrow()
  const record: Record<string, unknown> = { player }
  for (const [table, columns] of parts) {
    const { rows } = await sql<Row>`
      select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(table)}
      where deployment = ${deployment} and player_id = ${playerId}
        and ${shownOf[table] ?? sql`true`}
      order by ${sql.ref(columns.at(-1) ?? 'player_id')}`.execute(executor)
    record[table] = rows
  }
  return record as PlayerRecord
}
