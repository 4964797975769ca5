// npm run test:nightly -- statements: checks the statements that the last run of `npm run test:nightly -- nodes` recorded.
// `-- --list` prints each with its tables and the columns that find its rows.
import { judge, problemsOf } from './judge.mjs'
import { readRecord, unseenFiles } from './record.mjs'
import { keyColumnsOf } from './keys.mjs'

const record = readRecord()
if (record.length === 0) {
  console.log('SKIPPED: npm run test:nightly -- nodes has recorded no statements on PostgreSQL.')
  process.exit((process.env.CI ?? '') === '' ? 0 : 1)
}
const judged = await judge(record)
if (process.argv.includes('--list')) list()
const problems = [
  ...problemsOf(judged),
  ...unseenFiles(record).map((file) => `${file} has statements that no test ran.`),
]
for (const problem of problems) console.error(problem)
console.log(`${judged.length} statements, ${problems.length} problems`)
process.exit(problems.length > 0 ? 1 : 0)

function list() {
  for (const { place, text, uses, breaches } of judged) {
    console.log(`\n${place}\n  ${text}`)
    for (const { table, how, isNamed } of uses) {
      const columns = keyColumnsOf(table).filter(isNamed)
      console.log(`  ${how} ${table} by ${columns.join(', ') || 'nothing'}`)
    }
    for (const { rule, what, exception } of breaches) {
      console.log(`  ! ${rule}: ${what}${exception ? ` (${exception.kind})` : ''}`)
    }
  }
}
