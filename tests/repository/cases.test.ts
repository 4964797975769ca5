import { expect, test } from 'vitest'
import { list, read } from './repository.ts'
import { sourceOf } from './sources.ts'

/* Each case of docs/cases/catalogue.json has a test, by the ids in titles. */

interface Group {
  readonly title: string
  readonly cases: Readonly<Record<string, string>>
}

const catalogue = JSON.parse(read('docs/cases/catalogue.json')) as readonly Group[]
const cases = new Set(catalogue.flatMap((group) => Object.keys(group.cases)))
const tests = list([
  '{apps,packages,tests}/**/*.test.{ts,tsx}',
  'scripts/**/*.test.mjs',
  'tests/e2e/**/*.spec.ts',
  // Attacks on the product, and third-party clients, are no tests by their file names.
  'scripts/scans/*.mjs',
  'tests/third-party-clients/clients/*.mjs',
])
const id = /\b[A-QSTX]\d\d\b/
const named = new Map(
  tests
    .filter((file) => id.test(read(file)))
    .flatMap((file) =>
      sourceOf(file)
        .titles.flatMap((title) => title.match(new RegExp(id, 'g')) ?? [])
        .map((found) => [found, file] as const),
    ),
)

test('each case has a test', () => {
  expect([...cases].filter((each) => !named.has(each))).toEqual([])
})

test('each case that a title names is in the catalogue', () => {
  expect([...named].filter(([found]) => !cases.has(found))).toEqual([])
})

test('no case stands twice', () => {
  const all = catalogue.flatMap((group) => Object.keys(group.cases))
  expect(all.filter((each, index) => all.indexOf(each) !== index)).toEqual([])
})
