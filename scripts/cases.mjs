// npm run cases: writes the results of the last test runs into docs/cases/results.json and, as a
// table, into docs/security.md. `npm run cases -- --check` only checks. Every case of
// docs/cases/catalogue.json has a test, no title names an unknown case, and the table is current.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './bootstrap.mjs'
import { casesIn, keptResults } from './caseResults.mjs'
import { caseTable } from './caseTable.mjs'

const document = join(root, 'docs/security.md')
const resultsFile = join(root, 'docs/cases/results.json')
const [begin, end] = ['<!-- cases: written by npm run cases -->', '<!-- cases: end -->']
const tests = [
  '*.test.ts',
  '{contract,client,signin,portal,server,stand-ins}/{src,test}/**/*.test.{ts,tsx}',
  'scripts/{,release/,statements/}*.test.mjs',
  'e2e/**/*.spec.ts',
  'scripts/scans/*.mjs',
  'stock-clients/clients/*.mjs',
]

const isCheck = process.argv.includes('--check')
const catalogue = readJson(join(root, 'docs/cases/catalogue.json'))
const kept = readJson(resultsFile)
const results = isCheck ? kept : { ...kept, ...keptResults() }

const text = readFileSync(document, 'utf8')
const [before, rest] = text.split(begin)
const [current, after] = rest.split(end)
const table = `\n\n${caseTable(catalogue, results)}\n\n`
if (!isCheck) {
  writeFileSync(resultsFile, `${JSON.stringify(results, null, 2)}\n`)
  writeFileSync(document, [before, begin, table, end, after].join(''))
}
const found = [
  ...problemsOfTitles(),
  ...(isCheck && table !== current ? ['The table is old.'] : []),
]
for (const problem of found) console.log(problem)
if (found.length > 0) process.exit(1)
console.log(
  `${catalogue.flatMap(({ cases }) => Object.keys(cases)).length} cases, all with a test.`,
)

function problemsOfTitles() {
  const known = new Set(catalogue.flatMap(({ cases }) => Object.keys(cases)))
  const named = new Map(
    globSync(tests, { cwd: root, exclude: ['**/node_modules/**'] }).flatMap((file) =>
      titlesIn(readFileSync(join(root, file), 'utf8'))
        .flatMap(casesIn)
        .map((id) => [id, file]),
    ),
  )
  const unknown = [...named].filter(([id]) => !known.has(id))
  return [
    ...[...known].filter((id) => !named.has(id)).map((id) => `${id} has no test.`),
    ...unknown.map(([id, file]) => `${file} has a test of ${id}, which is no case.`),
  ]
}

/** Finds titles of tests, groups and scans, also in tables: `test.each(rows)('title', …)`. */
function titlesIn(source) {
  const call =
    /(?:\btitle = |(?:\b(?:test|it|describe)(?:\.\w+)*|\))\()\s*(['"`])((?:\\.|(?!\1)[^\\\n])*)\1/g
  return [...source.matchAll(call)].map(([, , title]) => title)
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'))
}
