import { asCsv } from '@gatehouse/contract/csv'
import { saveFile } from '@gatehouse/ui/saveFile'
import { labelOf } from '../api/actWords.ts'
import { columnsOf, isMoment, isRow, type Row } from './Value.tsx'

/** Has the browser save a table under a name, without its ending. */
export function saveCsv(
  name: string,
  head: readonly string[],
  rows: readonly (readonly unknown[])[],
): void {
  const file = new Blob([asCsv(head, rows)], { type: 'text/csv;charset=utf-8' })
  saveFile(file, `${name.replaceAll(/[^\p{L}\p{N}_-]+/gu, '-')}.csv`)
}

/** Saves the rows of a list: a column a field, moments as the person's clock has them. */
export function saveRows(name: string, rows: readonly object[]): void {
  const flat = rows.map((row) => flatten(row as Row))
  const columns = columnsOf(flat)
  saveCsv(
    name,
    columns.map(labelOf),
    flat.map((row) => columns.map((column) => cellOf(row[column]))),
  )
}

/** What belongs together, like the name and the mark of a person, is a column each. */
function flatten(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) =>
      isRow(value)
        ? Object.entries(value).map(([part, each]) => [`${name} ${part}`, each] as const)
        : [[name, value] as const],
    ),
  )
}

function cellOf(value: unknown): unknown {
  if (typeof value === 'string') return isMoment(value) ? inOwnZone(new Date(value)) : value
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  const isList = Array.isArray(value) && !value.some((each) => typeof each === 'object')
  return isList ? value.join('; ') : value
}

const two = (part: number) => String(part).padStart(2, '0')

/** `2026-11-30 19:05:00+01:00`: a day later in the list, the offset may be another. */
function inOwnZone(moment: Date): string {
  const minutes = -moment.getTimezoneOffset()
  const local = new Date(moment.getTime() + minutes * 60_000).toISOString().slice(0, 19)
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `${local.replace('T', ' ')}${minutes < 0 ? '-' : '+'}${two(hours)}:${two(rest)}`
}
