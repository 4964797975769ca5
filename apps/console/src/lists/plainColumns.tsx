import { labelOf } from '../api/actWords.ts'
import type { Column } from './ListTable.tsx'
import { columnsOf, type Row, Value } from './Value.tsx'

/** A column for each field of rows whose fields this version may not know. */
export function plainColumns(rows: readonly Row[]): readonly Column<Row>[] {
  return columnsOf(rows).map((column) => ({
    title: labelOf(column),
    cell: (row) => <Value of={row[column]} />,
  }))
}

/** The id of a row, or its place where it has none. */
export function idAmong(rows: readonly Row[]): (row: Row) => string {
  return (row) => {
    const id = row['id'] ?? row['kid'] ?? row['badge']
    const isNamed = typeof id === 'string' || typeof id === 'number'
    return isNamed ? String(id) : String(rows.indexOf(row) + 1)
  }
}
