import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream'
import { parse as parseCsv } from 'csv-parse'
import { pick } from 'stream-json/filters/pick.js'
import { streamArray } from 'stream-json/streamers/stream-array.js'

/** A record of a file, by its line or by its place in a list. */
export interface FoundRecord {
  readonly line: number
  readonly given: unknown
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
export async function* rowsOf(file: string): AsyncGenerator<FoundRecord> {
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

/** The elements of a list within one JSON document, which may be larger than the memory. */
export async function* elementsOf(file: string, list: string): AsyncGenerator<FoundRecord> {
  const elements: AsyncIterable<{ readonly key: number; readonly value: unknown }> = pipeline(
    createReadStream(file),
    pick.withParserAsStream({ filter: list }),
    streamArray.asStream(),
    // An error is thrown where the elements are read.
    () => undefined,
  )
  for await (const { key, value } of elements) yield { line: key + 1, given: value }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
