import { pipeline } from 'node:stream'
import { type FoundRecord, textOf } from '@gatehouse/server/acts/player-imports/records'
import { pick } from 'stream-json/filters/pick.js'
import { streamArray } from 'stream-json/streamers/stream-array.js'

/** The elements of a list within one JSON document, which may be larger than the memory. */
export async function* elementsOf(file: string, list: string): AsyncGenerator<FoundRecord> {
  const elements: AsyncIterable<{ readonly key: number; readonly value: unknown }> = pipeline(
    textOf(file),
    pick.withParserAsStream({ filter: list }),
    streamArray.asStream(),
    // An error is thrown where the elements are read.
    () => undefined,
  )
  for await (const { key, value } of elements) yield { line: key + 1, given: value }
}
