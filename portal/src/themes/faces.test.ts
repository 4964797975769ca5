import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** The weights that each sheet gives a face, by its family. */
const weights = new Map<string, Set<string>>()
for (const file of globSync('**/*.css', { cwd: import.meta.dirname })) {
  const sheet = readFileSync(join(import.meta.dirname, file), 'utf8')
  for (const [face] of sheet.matchAll(/@font-face \{[^}]*\}/g)) {
    if (!face.includes('url(')) continue
    const [, family = ''] = /font-family: '([^']+)'/.exec(face) ?? []
    const [, weight = ''] = /font-weight: ([^;]+);/.exec(face) ?? []
    weights.set(family, (weights.get(family) ?? new Set()).add(weight))
  }
}

test('the faces of a family have the same weights: a browser takes letters of those alone for one word', () => {
  expect(weights.size).toBeGreaterThan(10)
  const mixed = [...weights].filter(([, found]) => found.size > 1)
  expect(mixed.map(([family, found]) => [family, ...found])).toEqual([])
})
