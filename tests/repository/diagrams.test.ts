import { expect, test } from 'vitest'
import { callNames } from '../../packages/contract/src/calls.ts'
import { withDiagrams } from './diagrams.ts'
import { docs, product, read } from './repository.ts'

test('the tour draws the maps of imports as they are; `npm run generate -- diagrams` draws them again', () => {
  const tour = read('docs/tour.md')
  expect(tour).toBe(withDiagrams(tour))
})

test('a sequence diagram names only calls of the contract, functions and addresses that exist', () => {
  const known = new Set<string>(callNames)
  const sources = product.map((file) => read(file)).join('\n')
  const isDeclared = (name: string) =>
    known.has(name) || new RegExp(`\\b(?:function|const|class) ${name}\\b`).test(sources)
  const isServed = (address: string) => sources.includes(address.replace(/^\/oidc/, ''))
  const wrong = diagrams().flatMap(({ doc, lines }) =>
    lines.flatMap((line) =>
      [
        ...named(line, /\b(\w+)\(\)/g).filter((name) => !isDeclared(name)),
        ...named(line, /\s(\/[\w/-]+)/g).filter((address) => !isServed(address)),
      ].map((name) => `${doc} draws ${name}`),
    ),
  )
  expect(wrong).toEqual([])
  expect(diagrams()).toHaveLength(4)
})

/** The messages of each sequence diagram. */
function diagrams() {
  return docs.flatMap((doc) =>
    [...read(doc).matchAll(/^```mermaid\nsequenceDiagram\n([^]*?)^```$/gm)].map(
      ([, text = '']) => ({
        doc,
        lines: text.split('\n').filter((line) => line.includes('>>')),
      }),
    ),
  )
}

function named(line: string, pattern: RegExp): readonly string[] {
  return [...line.matchAll(pattern)].map(([, name = '']) => name)
}
