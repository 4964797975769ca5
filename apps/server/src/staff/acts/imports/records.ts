import { createReadStream } from 'node:fs'
import { extname } from 'node:path'
import { createInterface } from 'node:readline'
import { pipeline, Readable } from 'node:stream'
import { parse as parseCsv } from 'csv-parse'
import { decodePieces } from '../../../platform/decodeText.ts'
import { readFileJson } from '../../../platform/readJsonText.ts'
import { ActRefusedError } from '../orders/actRefusedError.ts'
import { importedPlayer, type ImportedPlayer, reasonsOf } from './importedPlayer.ts'

/** A record of a file, by its line. */
export interface FoundRecord {
  readonly line: number
  readonly given: unknown
  /** Why its text was not read: it stays text, and no schema takes it. */
  readonly refusal?: string
}

/** A record of a file: a player, or an error. */
export type ReadRecord = { readonly line: number } & (
  | { readonly player: ImportedPlayer }
  | { readonly error: string }
)

/** Reads the players of a file one by one. Throws a ActRefusedError for an unreadable file. */
export async function* readRecords(file: string): AsyncGenerator<ReadRecord> {
  try {
    const records = extname(file) === '.csv' ? rowsOf(file) : linesOf(file)
    for await (const { line, given, refusal } of records) {
      const { data, error } = importedPlayer.safeParse(given)
      if (refusal !== undefined) yield { line, error: refusal }
      else yield error ? { line, error: reasonsOf(error) } : { line, player: data }
    }
  } catch (error) {
    const { message } = error as Error
    throw new ActRefusedError(`${file} cannot be read: ${message}`, { cause: error })
  }
}

/** JSON, one value a line. */
export async function* linesOf(file: string): AsyncGenerator<FoundRecord> {
  let line = 0
  for await (const text of createInterface({ input: textOf(file), crlfDelay: Infinity })) {
    line += 1
    // Files that were joined have a mark at each join.
    const json = text.replace(/^\uFEFF/, '')
    if (json.trim() !== '') yield { line, ...recordOf(json) }
  }
}

/** CSV with a first line of names, or the same with tabs. Empty fields are omitted. */
export async function* rowsOf(file: string): AsyncGenerator<FoundRecord> {
  const delimiter = extname(file) === '.tsv' ? '\t' : ','
  const options = { columns: true, info: true, skip_empty_lines: true, trim: true, delimiter }
  const rows: AsyncIterable<{
    readonly record: Readonly<Record<string, string>>
    readonly info: { readonly lines: number }
  }> = pipeline(textOf(file), parseCsv(options), () => undefined)
  for await (const { record, info } of rows) {
    const given = Object.entries(record).filter(([, value]) => value !== '')
    yield { line: info.lines, given: Object.fromEntries(given) }
  }
}

/** The text of a file, in pieces. */
export function textOf(file: string): Readable {
  return Readable.from(decodePieces(createReadStream(file)))
}

function recordOf(text: string): Pick<FoundRecord, 'given' | 'refusal'> {
  if (text.trimStart().startsWith('[')) {
    return { given: text, refusal: 'is a list: each player is a JSON object on a line of its own' }
  }
  const read = readFileJson(text)
  return 'refusal' in read ? { given: text, refusal: read.refusal } : { given: read.value }
}
