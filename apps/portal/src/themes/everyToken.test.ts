import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { drawingTokens } from '../../build/themeFiles.ts'

const root = join(import.meta.dirname, '../../../..')

function namesIn(files: string, pattern: RegExp): string[] {
  const found = globSync(`{apps/portal,packages/ui}/src/**/*.${files}`, { cwd: root }).flatMap(
    (file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(pattern)].map(([, name = '']) => name),
  )
  expect(found).not.toEqual([])
  return found
}

test('every token that a sheet reads is set, or has a default there: a declaration with another one is lost', () => {
  const set = new Set([
    ...namesIn('css', /(--[a-z][\da-z-]*):/g),
    ...namesIn('{ts,tsx}', /'(--[a-z][\da-z-]*)'/g),
    ...drawingTokens,
    // The plugin that knows the folder of a theme sets it for the gate.
    '--gate-leaf',
  ])
  const read = namesIn('css', /var\(\s*(--[a-z][\da-z-]*)\s*\)/g)
  expect([...new Set(read)].filter((name) => !set.has(name))).toEqual([])
})
