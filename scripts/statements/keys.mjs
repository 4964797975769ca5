// The keys that find the rows of a table, by the registry of tables.
import { tables as known } from '../../apps/server/src/database/schema/tables.ts'

/** Those of the server, and the record of migrations. A hash alone finds its row. */
export const tables = {
  ...Object.fromEntries(Object.entries(known).map(([name, row]) => [name, withoutKind(row)])),
  migrations: { whose: 'apart', keys: [] },
}

function withoutKind(row) {
  if (row.whose !== 'own-hash') return row
  return { ...row, keys: row.keys.map((columns) => [columns[0], columns.at(-1)]) }
}

/** The columns that find rows of a table, in any way; none for a table that is not known. */
export function keyColumnsOf(table) {
  return [...new Set(tables[table]?.keys.flat())]
}

/** The columns of a table that say whose row it is. */
export function ownerOf(table) {
  const [[, ...columns] = []] = tables[table].keys
  return columns
}
