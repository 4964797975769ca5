import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './bootstrap.mjs'

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
/** The commands that prepare the machine themselves. */
const commands = Object.entries(scripts).flatMap(([name, line]) => {
  const [, file] = /^node (\S+\.mjs)/.exec(line) ?? []
  return file === undefined ? [] : [[name, file]]
})

test.each(commands)(
  'npm run %s reads nothing that an uninstalled clone or Node 20 lacks before it has prepared the machine',
  (_, file) => {
    expect(beyondReach(file)).toEqual([])
  },
)

test('the commands of the README prepare the machine themselves', () => {
  expect(commands.map(([name]) => name)).toEqual(expect.arrayContaining(['start', 'test', 'serve']))
})

/** What a script imports at once, itself or by its own files, and neither Node 20 nor a clone has. */
function beyondReach(file, seen = new Set()) {
  if (seen.has(file)) return []
  seen.add(file)
  const text = readFileSync(join(root, file), 'utf8')
  const imports = [...text.matchAll(/^(?:import|export)\s(?:[^'";]*?\sfrom\s)?'([^']+)'/gm)]
  return imports.flatMap(([, from]) => {
    if (from.startsWith('node:')) return []
    if (!from.startsWith('.') || !from.endsWith('.mjs')) return [`${file}: ${from}`]
    return beyondReach(relative(root, join(root, dirname(file), from)), seen)
  })
}
