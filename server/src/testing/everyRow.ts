import { sql } from 'kysely'
import type { Executor } from '../database/open.ts'

/** Every row of every table of ours and of the job queue, as text: what a thief of it would read. */
export async function everyRow(executor: Executor): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select quote_ident(table_schema) || '.' || quote_ident(table_name) as name
    from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
    `.execute(executor)
  const texts: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<{
      row: string
    }>`select t::text as row from ${sql.raw(name)} t`.execute(executor)
    texts.push(...rows.map(({ row }) => `${name} ${row}`))
  }
  return texts.join('\n')
}
