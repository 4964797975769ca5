// npm run statements: writes the statements that the last run of `npm run test:nightly -- nodes` recorded into
// docs/scale.md, as a table. `-- --check` only checks: no statement breaks a rule, and the table is
// current. `-- --list` prints each statement with its tables and the columns that find its rows.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../bootstrap.mjs'
import { judge, problemsOf } from './judge.mjs'
import { readRecord, unseenFiles } from './record.mjs'
import { statementTable, withoutCounts } from './statementTable.mjs'
import { tables } from './tables.mjs'

const document = join(root, 'docs/scale.md')
const [begin, end] = [
  '<!-- statements: written by npm run statements -->',
  '<!-- statements: end -->',
]

const record = readRecord()
const [mode] = process.argv.slice(2)
if (record.length === 0) {
  console.log('SKIPPED: npm run test:nightly -- nodes has recorded no statements on PostgreSQL.')
  process.exit(mode === '--check' && (process.env.CI ?? '') === '' ? 0 : 1)
}
const judged = await judge(record)
if (mode === '--list') list()
else {
  const unseen = unseenFiles(record).map((file) => `${file} has statements that no test ran.`)
  const problems = [...problemsOf(judged), ...unseen, ...writeTable(mode === '--check')]
  for (const problem of problems) console.log(problem)
  if (problems.length > 0) process.exit(1)
  console.log(`${judged.length} statements, each within the rules.`)
}

/** Writes the table, or says that it is old. */
function writeTable(isCheck) {
  const text = readFileSync(document, 'utf8')
  const [before, rest] = text.split(begin)
  const [current, after] = rest.split(end)
  const table = `\n\n${statementTable(judged)}\n\n`
  if (isCheck) {
    const isOld = withoutCounts(table) !== withoutCounts(current)
    return isOld ? ['The table in docs/scale.md is old: npm run statements.'] : []
  }
  writeFileSync(document, [before, begin, table, end, after].join(''))
  return []
}

function list() {
  for (const { place, text, uses, breaches } of judged) {
    console.log(`\n${place}\n  ${text}`)
    for (const { table, how, isNamed } of uses) {
      const columns = [...new Set(tables[table]?.keys.flat())].filter(isNamed)
      console.log(`  ${how} ${table} by ${columns.join(', ') || 'nothing'}`)
    }
    for (const { rule, what, exception } of breaches) {
      console.log(`  ! ${rule}: ${what}${exception ? ` (${exception.kind})` : ''}`)
    }
  }
}
