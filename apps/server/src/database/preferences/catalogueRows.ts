import { sql } from 'kysely'
import type { Executor } from '../schema/executor.ts'

/*
 * The choices that a deployment offers its players: rows that are numbered from 1 in each
 * deployment, and that operators change.
 */

export interface CatalogueColumns {
  newsletter_lists: { name: string; description: string; is_own: boolean; is_active: boolean }
  cookies: { name: string; description: string; is_optional: boolean; is_active: boolean }
  deletion_types: { description: string; is_other: boolean; position: number }
}

export type Catalogue = keyof CatalogueColumns

/** Adds a row under the next number, which it answers. */
export async function addCatalogueRow<C extends Catalogue>(
  transaction: Executor,
  catalogue: C,
  deployment: string,
  columns: CatalogueColumns[C],
): Promise<number> {
  const table = sql.table(catalogue)
  const names = Object.keys(columns).map((name) => sql.ref(name))
  const { rows } = await sql<{ id: number }>`
    insert into ${table} (deployment, id, ${sql.join(names)})
    select ${deployment}, coalesce(max(id), 0) + 1, ${sql.join(Object.values(columns))}
    from ${table} where deployment = ${deployment}
    on conflict do nothing
    returning id`.execute(transaction)
  const [row] = rows
  // Two added one at once: the second one takes the next number.
  return row === undefined ? addCatalogueRow(transaction, catalogue, deployment, columns) : row.id
}
