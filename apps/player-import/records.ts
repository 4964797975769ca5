import { pipeline } from 'node:stream'
import {
  type FoundRecord,
  linesOf,
  rowsOf,
  textOf,
} from '@gatehouse/server/staff/acts/imports/records'
import { parser } from 'stream-json'
import { pick } from 'stream-json/filters/pick.js'
import { streamArray } from 'stream-json/streamers/stream-array.js'

/** The elements of a list that is one JSON document, or stands in it, which may be larger than the memory. */
export async function* elementsOf(file: string, list: string | null): AsyncGenerator<FoundRecord> {
  const elements: AsyncIterable<{ readonly key: number; readonly value: unknown }> = pipeline(
    textOf(file),
    list === null ? parser.asStream() : pick.withParserAsStream({ filter: list }),
    streamArray.asStream(),
    // An error is thrown where the elements are read.
    () => undefined,
  )
  for await (const { key, value } of elements) yield { line: key + 1, given: value }
}

/** The rows of a table: CSV or TSV, a list of JSON, or JSON, one object a line. */
export async function* rowsOfTable(file: string): AsyncGenerator<FoundRecord> {
  if (/\.[ct]sv$/.test(file)) yield* rowsOf(file)
  else if (await isList(file)) yield* elementsOf(file, null)
  else yield* linesOf(file)
}

async function isList(file: string): Promise<boolean> {
  for await (const piece of textOf(file)) {
    if (String(piece).trim() !== '') return String(piece).trimStart().startsWith('[')
  }
  return false
}
