// recheck on every regular expression of the sources, and of the contract's schemas, where the
// schema library adds its own.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../bootstrap.mjs'
import { openapi } from '../../server/src/http/openapi.ts'
import { tool } from './tools.mjs'

export const title = 'L07 recheck on every regular expression'

const sources = ['{contract,portal,server,stand-ins}/src/**/*.{ts,tsx}', 'scripts/**/*.mjs']

export async function run() {
  process.env.RECHECK_BACKEND = 'pure'
  const { checkSync } = await tool('recheck')
  const { parse } = await tool('@typescript-eslint/parser')
  const files = globSync(sources, { cwd: root, exclude: ['**/node_modules/**'] }).filter(
    (file) => !/\.test\.|\/testing\/|\/test\//.test(file),
  )
  const found = [
    ...files.flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8')
      const tree = parse(text, { ecmaFeatures: { jsx: file.endsWith('x') }, range: true })
      return expressionsIn(tree, text).map((each) => ({ ...each, file }))
    }),
    ...patternsIn(openapi()).map((source) => ({ file: 'schemas', source, flags: 'u' })),
  ]
  const seen = new Map(found.map((each) => [`${each.source}/${each.flags}`, each]))
  const findings = [...seen.values()].flatMap(({ file, source, flags }) => {
    if (source === null) return [{ id: `${file} ${flags}`, detail: 'made of a value' }]
    const { status, complexity } = checkSync(source, flags, { timeout: 20_000 })
    if (status === 'safe') return []
    return [
      { id: `${file} /${source}/`, detail: `${status}: ${complexity?.summary ?? 'no answer'}` },
    ]
  })
  return { covered: `${seen.size} expressions of ${files.length} files`, findings }
}

/** Finds literals and calls of RegExp; the source of a computed one is null. */
function expressionsIn(tree, text) {
  const found = []
  const walk = (node) => {
    if (node === null || typeof node !== 'object') return
    if (Array.isArray(node)) return node.forEach(walk)
    if (node.regex) found.push({ source: node.regex.pattern, flags: node.regex.flags })
    if (/^(New|Call)Expression$/.test(node.type) && node.callee?.name === 'RegExp') {
      const [pattern, flags] = node.arguments
      const isText = typeof pattern?.value === 'string'
      if (isText) found.push({ source: pattern.value, flags: flags?.value ?? '' })
      else if (!pattern?.regex) found.push({ source: null, flags: text.slice(...node.range) })
    }
    for (const [key, value] of Object.entries(node)) if (key !== 'parent') walk(value)
  }
  walk(tree.body)
  return found
}

function patternsIn(value) {
  if (value === null || typeof value !== 'object') return []
  const own = typeof value.pattern === 'string' ? [value.pattern] : []
  return [...own, ...Object.values(value).flatMap(patternsIn)]
}
