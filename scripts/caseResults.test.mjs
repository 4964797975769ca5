import { expect, test } from 'vitest'
import { casesIn, outcomesOf, testsOfPlaywright, testsOfVitest } from './caseResults.mjs'
import { caseTable } from './caseTable.mjs'

const spec = (title, status) => ({ title, tests: [{ status }] })

test('casesIn finds ids of cases in titles, and no other words', () => {
  expect(casesIn('B01 B02 AT-REG-05 R-5.4-1 M-14 counts to 10')).toEqual(['B01', 'B02'])
})

test('a case fails where one of its tests fails', () => {
  const tests = [
    { title: 'A01 one', place: 'pglite', status: 'passed' },
    { title: 'A01 A02 both', place: 'pglite', status: 'failed' },
    { title: 'A01 one', place: 'nodes', status: 'passed' },
    { title: 'A03 later', place: 'nodes', status: 'skipped' },
  ]
  expect(outcomesOf(tests)).toEqual({
    pglite: { passed: '', failed: 'A01 A02' },
    nodes: { passed: 'A01', failed: '' },
  })
})

test('a test of the server counts for its database, any other test for no place', () => {
  const assertionResults = [{ fullName: 'A01 one', status: 'passed' }]
  const report = {
    testResults: [
      { name: '/house/server/src/app.test.ts', assertionResults },
      { name: '/house/contract/src/redirect.test.ts', assertionResults },
    ],
  }
  expect(testsOfVitest(report, 'nodes').map(({ place }) => place)).toEqual(['nodes', 'alone'])
})

test('a browser test that passes at a second try counts as failed', () => {
  const report = {
    suites: [
      {
        title: 'K01.spec.ts',
        specs: [spec('A01 first', 'expected')],
        suites: [{ title: 'B01 group', specs: [spec('inner', 'flaky')] }],
      },
    ],
  }
  expect(testsOfPlaywright(report)).toEqual([
    { title: 'B01 group inner', place: 'browser', status: 'failed' },
    { title: 'A01 first', place: 'browser', status: 'passed' },
  ])
})

test('the table counts cases without a failure, and marks cases without a run', () => {
  const groups = [{ title: 'Group', intro: 'Words.', cases: { A01: 'a', A02: 'b', A03: 'c' } }]
  const table = caseTable(groups, {
    unit: { date: '2026-01-01', places: { pglite: { passed: 'A01 A02', failed: '' } } },
    nodes: { date: '2026-01-01', places: { nodes: { passed: 'A01', failed: 'A02' } } },
  })
  expect(table).toContain('1 of 3 cases hold')
  expect(table).toContain('| A02 | b |  | ✓ |  | ✗ |  |')
  expect(table).toContain('| A03 | c | not run |  |  |  |  |')
})
