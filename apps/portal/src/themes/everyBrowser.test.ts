import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/* What WebKit draws otherwise: `npm run test:nightly -- webkit` found it. */

const root = join(import.meta.dirname, '..')

function filesWith(files: string, rule: RegExp): string[] {
  const found = globSync(files, { cwd: root }).toSorted()
  expect(found).not.toEqual([])
  return found.filter((file) => rule.test(readFileSync(join(root, file), 'utf8')))
}

test('no sheet clips one axis alone, since WebKit leaves out what lies beside a sticky part there', () => {
  expect(filesWith('**/*.css', /overflow-\w+:\s*clip|overflow:\s*(clip \w|\w+ clip)/)).toEqual([])
})

test('no drawing asks the device for its colours, since in WebKit a player’s own choice of light or dark is nothing to it', () => {
  const asking = filesWith('themes/*/*.svg', /prefers-color-scheme|light-dark\(/)
  // The leaf of the gate is seen for a second.
  expect(asking.filter((file) => !file.endsWith('/leaf.svg'))).toEqual([])
})
