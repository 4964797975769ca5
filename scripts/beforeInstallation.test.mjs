import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './bootstrap.mjs'

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

test('every command that runs a file of ours prepares the machine first', () => {
  const lines = Object.values(scripts).filter((line) => line.startsWith('node '))
  expect(lines.filter((line) => !line.startsWith('node scripts/bootstrap.mjs '))).toEqual([])
  expect(scripts.start).toContain('bootstrap')
  expect(scripts.test).toContain('bootstrap')
})

test('what prepares the machine reads nothing that an uninstalled clone or Node 20 lacks', () => {
  const text = readFileSync(join(root, 'scripts/bootstrap.mjs'), 'utf8')
  const imports = [...text.matchAll(/^import\s(?:[^'";]*?\sfrom\s)?'([^']+)'/gm)].map(
    ([, from]) => from,
  )
  expect(imports.length).toBeGreaterThan(0)
  expect(imports.filter((from) => !from.startsWith('node:'))).toEqual([])
})
