import { expect, test } from 'vitest'
import { underWay } from '../../../../tests/e2e/fixtures/answered-console/answers.ts'
import { isUnderWay, type Mailing, sentOf } from './mailing.ts'

const mailing = (more: Partial<Mailing>) => ({ ...underWay, ...more }) as Mailing

test('those are sent that were posted and do not wait; a count that lags behind is no less than none', () => {
  expect(sentOf(mailing({ posted: 2500, waiting: 400 }))).toBe(2100)
  expect(sentOf(mailing({ posted: 0, waiting: 3 }))).toBe(0)
})

test.each([
  ['draft', 0, false],
  ['waits', 0, false],
  ['scheduled', 0, true],
  ['running', 0, true],
  ['done', 4, true],
  ['done', 0, false],
  ['stopped', 4, false],
] as const)(
  'a mailing that is %s with %i waiting mails can be stopped: %s',
  (state, waiting, can) => {
    expect(isUnderWay(mailing({ state, waiting }))).toBe(can)
  },
)
