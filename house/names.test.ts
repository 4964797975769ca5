import { basename } from 'node:path'
import { describe, expect, test } from 'vitest'
import { wrongLines, wrongPassages } from './prose.ts'
import { code, docs, isTest, list, read } from './repository.ts'
import { sourceOf, wordsIn } from './sources.ts'

describe('words', () => {
  // Spelled apart, so that this list does not name itself.
  const retired = new Set(
    `beat thrift twin twins stranger strangers settle settles fault faults anew painted painter
     whoever nobody somebody tells told plant plants planted cannon arena victim victims
     departure departures surroundings breakdown apology`.split(/\s+/),
  )
  const phrases = /keep_?house|turn_?over|short_?memory|beside_?others/i
  // Reading a source as a syntax tree takes time: most have none of these letters in a row.
  const may = new RegExp(`${[...retired, 'journey'].join('|')}|${phrases.source}`, 'i')
  const suspects = code.filter((file) => may.test(read(file)))
  const isRetired = (name: string) =>
    phrases.test(name) || wordsIn(name).some((word) => retired.has(word))

  test('no identifier has a retired word', () => {
    // This list has them.
    const wrong = suspects
      .filter((file) => file !== 'house/names.test.ts')
      .flatMap((file) =>
        [...sourceOf(file).identifiers]
          .filter(
            (name) =>
              isRetired(name) ||
              (!/^e2e\/(portal\/)?journeys\//.test(file) && wordsIn(name).includes('journey')),
          )
          .map((name) => `${file}: ${name}`),
      )
    expect(wrong).toEqual([])
  })

  test('no file name has a retired word', () => {
    const wrong = list('**/*').filter(
      (file) => /\.(tsx?|mjs|css|md)$/.test(file) && isRetired(basename(file)),
    )
    expect(wrong).toEqual([])
  })

  test('no test title has a retired word', () => {
    const wrong = suspects.filter(isTest).flatMap((file) =>
      sourceOf(file)
        .titles.filter((text) =>
          text.split(/[^a-z]+/i).some((word) => retired.has(word.toLowerCase())),
        )
        .map((text) => `${file}: ${text}`),
    )
    expect(wrong).toEqual([])
  })

  test('no heading of a document has a retired word', () => {
    const wrong = docs.flatMap((doc) =>
      [...read(doc).matchAll(/^#+ (.+)$/gm)]
        .map(([, text = '']) => text)
        .filter((text) => text.split(/[^a-z]+/i).some((word) => retired.has(word.toLowerCase())))
        .map((text) => `${doc}: ${text}`),
    )
    expect(wrong).toEqual([])
  })

  test('the class of an error ends in Error', () => {
    const wrong = code.flatMap((file) =>
      [...read(file).matchAll(/class (\w+) extends (\w*Error)\b/g)]
        .filter(([, name = '']) => !name.endsWith('Error'))
        .map(([, name]) => `${file}: ${name}`),
    )
    expect(wrong).toEqual([])
  })
})

describe('prose', () => {
  test('every sentence of a document keeps the rules of prose', async () => {
    expect(await wrongLines()).toEqual([])
  })

  test('every comment, test title, message, case and English word keeps them too', async () => {
    expect(await wrongPassages()).toEqual([])
  })
})
