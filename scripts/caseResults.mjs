// The results of a test run for each case. Titles of tests carry ids like A01. A case passes where
// all tests with its id pass.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { root } from './bootstrap.mjs'

const folder = join(root, 'test-results/cases')

/** Finds the ids in the title of a test, with those of the groups around it. */
export function casesIn(title) {
  return title.match(/\b[A-QSTX]\d\d\b/g) ?? []
}

/** Reads the tests of a Vitest report. Tests of the server ran in the place of the stage. */
export function testsOfVitest(report, place) {
  return report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, status }) => ({
      title: fullName,
      place: /[\\/]server[\\/](?:src|test)[\\/]/.test(name) ? place : 'alone',
      status,
    })),
  )
}

/** Reads the tests of a Playwright report. */
export function testsOfPlaywright(report) {
  const testsOf = ({ suites = [], specs = [] }, above) => [
    ...suites.flatMap((inner) => testsOf(inner, `${above}${inner.title} `)),
    ...specs.flatMap(({ title, tests }) =>
      tests.map(({ status }) => ({
        title: `${above}${title}`,
        place: 'browser',
        status: { expected: 'passed', skipped: 'skipped' }[status] ?? 'failed',
      })),
    ),
  ]
  // The outermost groups are the files.
  return report.suites.flatMap((file) => testsOf(file, ''))
}

/** Lists the passed and the failed cases of each place, with spaces between. */
export function outcomesOf(tests) {
  const places = Map.groupBy(
    tests.filter(({ status }) => status === 'passed' || status === 'failed'),
    ({ place }) => place,
  )
  const outcomes = [...places].map(([place, list]) => {
    const idsOf = (wanted) =>
      list.filter(({ status }) => status === wanted).flatMap(({ title }) => casesIn(title))
    const failed = new Set(idsOf('failed'))
    const passed = new Set(idsOf('passed').filter((id) => !failed.has(id)))
    return [place, { passed: listed(passed), failed: listed(failed) }]
  })
  return Object.fromEntries(outcomes)
}

/** Keeps the results of one whole stage for `npm run cases`. */
export function keepResults(stage, tests) {
  mkdirSync(folder, { recursive: true })
  const run = { date: new Date().toISOString().slice(0, 10), places: outcomesOf(tests) }
  writeFileSync(join(folder, `${stage}.json`), JSON.stringify(run))
}

/** Reads the last results of the stages on this machine, by their names. */
export function keptResults() {
  mkdirSync(folder, { recursive: true })
  const runs = readdirSync(folder)
    .toSorted()
    .map((file) => [basename(file, '.json'), JSON.parse(readFileSync(join(folder, file), 'utf8'))])
  return Object.fromEntries(runs)
}

function listed(ids) {
  return [...ids].toSorted((a, b) => a.localeCompare(b)).join(' ')
}
