// npm run test:area login: the tests of one area, on the database of `npm run db`. An area is a folder,
// or the beginning of a file's name.
import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { fail, root } from './bootstrap.mjs'
import { startDb } from './postgres.mjs'
import { daily, stagesOf } from './stages.mjs'
import { runStages } from './test.mjs'

const area = (process.argv[2] ?? '').toLowerCase()
const left = ['**/node_modules/**', '**/*.hard.test.*', 'tests/e2e/hard/**']
const group = {}
const folders = new Set()
for (const [name, stage] of Object.keys(daily).flatMap((each) => stagesOf(daily, each))) {
  const files = globSync(stage.files ?? [], { cwd: root, exclude: left }).filter(isOfArea)
  if (files.length === 0) continue
  console.log(`${name}:\n${files.map((file) => `  ${file}`).join('\n')}`)
  group[name] = { ...stage, command: stage.command.replace('{@}', files.join(' ')) }
}
if (Object.keys(group).length === 0) {
  const known = [...folders].toSorted((a, b) => a.localeCompare(b)).join(', ')
  fail(`An area is the beginning of a test's file name, or a folder: ${known}.`)
}
if (group.server !== undefined) await startDb()
process.exit(await runStages({ area: group }, []))

function isOfArea(file) {
  const parts = file.toLowerCase().split(/[\\/]/).slice(1, -1)
  const own = parts.filter((part) => part !== 'src' && part !== 'test')
  own.forEach((part) => folders.add(part))
  return area !== '' && (own.includes(area) || basename(file).toLowerCase().startsWith(area))
}
