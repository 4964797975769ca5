import { asCsv } from '@gatehouse/contract/csv'
import { saveFile } from '@gatehouse/ui/saveFile'

/** Has the browser save a table under a name, without its ending. */
export function saveCsv(
  name: string,
  head: readonly string[],
  rows: readonly (readonly unknown[])[],
): void {
  const file = new Blob([asCsv(head, rows)], { type: 'text/csv;charset=utf-8' })
  saveFile(file, `${name.replaceAll(/[^\w-]+/g, '-')}.csv`)
}
