import { sql } from 'kysely'
import type { Database } from '../database/open.ts'

/**
 * Copies every row of ours; returns what puts the copy in the place of whatever is there by then, as
 * a restored backup does.
 */
export async function backUp({ kysely }: Database): Promise<() => Promise<void>> {
  const { rows: tables } = await sql<{ name: string }>`
    select quote_ident(table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema = 'public' and table_name not like 'kysely%'
    `.execute(kysely)
  const copies: { readonly name: string; readonly rows: string }[] = []
  for (const { name } of tables) {
    const { rows } = await sql<{ rows: string | null }>`
      select json_agg(t)::text as rows from ${sql.raw(name)} t`.execute(kysely)
    copies.push({ name, rows: rows[0]?.rows ?? '[]' })
  }
  return () =>
    kysely.transaction().execute(async (transaction) => {
      await sql`set local session_replication_role = replica`.execute(transaction)
      for (const { name, rows } of copies) {
        const table = sql.raw(name)
        await sql`delete from ${table}`.execute(transaction)
        await sql`insert into ${table} overriding system value
          select * from json_populate_recordset(null::${table}, ${rows}::json)`.execute(transaction)
      }
    })
}
