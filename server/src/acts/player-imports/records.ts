import { createReadStream } from 'node:fs'
import { extname } from 'node:path'
import { createInterface } from 'node:readline'
import { parse as parseCsv } from 'csv-parse'
import { ActRefusedError } from '../orders/actRefusedError.ts'
import { importedPlayer, type ImportedPlayer, reasonsOf } from './importedPlayer.ts'

/** A record of a file, by its line. */
export interface FoundRecord {
  readonly line: number
  readonly given: unknown
}

/** A record of a file: a player, or an error. */
export type ReadRecord = { readonly line: number } & (
  | { readonly player: ImportedPlayer }
  | { readonly error: string }
)

/** Reads the players of a file one by one. Throws a ActRefusedError for an unreadable file. */
export async function* readRecords(file: string): AsyncGenerator<ReadRecord> {
  try {
    for await (const { line, given } of extname(file) === '.csv' ? rowsOf(file) : linesOf(file)) {
      const { data, error } = importedPlayer.safeParse(given)
      yield error ? { line, error: reasonsOf(error) } : { line, player: data }
    }
  } catch (error) {
    const { message } = error as Error
    throw new ActRefusedError(`${file} cannot be read: ${message}`, { cause: error })
  }
}

/** JSON, one value a line. Text that is not JSON stays text, and no schema takes it. */
export async function* linesOf(file: string): AsyncGenerator<FoundRecord> {
  let line = 0
  for await (const text of createInterface({
    input: createReadStream(file),
    crlfDelay: Infinity,
  })) {
    line += 1
    if (text.trim() !== '') yield { line, given: jsonOf(text) }
  }
}

/** CSV with a first line of names. Empty fields are omitted. */
async function* rowsOf(file: string): AsyncGenerator<FoundRecord> {
  const options = { columns: true, bom: true, info: true, skip_empty_lines: true, trim: true }
  const rows: AsyncIterable<{
    readonly record: Readonly<Record<string, string>>
    readonly info: { readonly lines: number }
  }> = createReadStream(file).pipe(parseCsv(options))
  for await (const { record, info } of rows) {
    const given = Object.entries(record).filter(([, value]) => value !== '')
    yield { line: info.lines, given: Object.fromEntries(given) }
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
