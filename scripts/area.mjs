// npm run test:area login: the tests of one area, on the database of `npm run db`. An area is a folder,
// or the beginning of a file's name.
import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { root } from './bootstrap.mjs'
import { startDb } from './postgres.mjs'
import { daily } from './stages.mjs'
import { runStages } from './test.mjs'

const area = (process.argv[2] ?? '').toLowerCase()
const stages = Object.entries(Object.assign({}, ...Object.values(daily))).filter(
  ([, { files }]) => files !== undefined,
)
const found = Object.fromEntries(
  stages.map(([name, { files }]) => [name, testsIn(files).filter(isOfArea)]),
)

if (area === '' || Object.values(found).flat().length === 0) {
  const all = stages.flatMap(([, { files }]) => testsIn(files)).flatMap(foldersOf)
  const names = [...new Set(all)].toSorted((a, b) => a.localeCompare(b))
  console.error(`An area is the beginning of a test's file name, or a folder: ${names.join(', ')}.`)
  process.exit(1)
}
const group = {}
for (const [name, stage] of stages) {
  if (found[name].length === 0) continue
  console.log(`${name}:\n${found[name].map((file) => `  ${file}`).join('\n')}`)
  group[name] = { ...stage, command: stage.command.replace('{@}', found[name].join(' ')) }
}
if (group.server !== undefined) await startDb()
process.exit(await runStages({ area: group }, []))

function testsIn(files) {
  return globSync(files, {
    cwd: root,
    exclude: ['**/node_modules/**', '**/*.hard.test.ts', 'e2e/hard/**'],
  })
}

function isOfArea(file) {
  return foldersOf(file).includes(area) || basename(file).toLowerCase().startsWith(area)
}

/** The folders of a test below its room. */
function foldersOf(file) {
  const parts = file.toLowerCase().split(/[\\/]/).slice(1, -1)
  return parts.filter((part) => !['src', 'test'].includes(part))
}
