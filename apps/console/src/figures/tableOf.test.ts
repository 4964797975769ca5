import type { Cell } from '@gatehouse/contract/acts/figureActs'
import { expect, test } from 'vitest'
import { tableOf, wordsOf } from './tableOf.ts'

const cell = (
  period: string | null,
  part: string,
  count: number | null,
  more: object = {},
): Cell => ({
  period,
  part,
  count,
  ...more,
})

test('a figure has a row for each day, also where no one was counted, and the largest part first', () => {
  const cells = [cell('2026-11-25', 'partner', 5), cell('2026-11-27', 'password', 40)]
  expect(tableOf({ cells, from: '2026-11-25T00:00:00.000Z' }, '2026-11-27')).toEqual({
    parts: ['password', 'partner'],
    rows: [
      { period: '2026-11-25', counts: [0, 5] },
      { period: '2026-11-26', counts: [0, 0] },
      { period: '2026-11-27', counts: [40, 0] },
    ],
  })
})

test('days go on over the end of a month and of a leap February', () => {
  const figure = { cells: [cell('2028-02-28', 'players', 9)], from: '2028-02-28T00:00:00.000Z' }
  const { rows } = tableOf(figure, '2028-03-01')
  expect(rows.map(({ period }) => period)).toEqual(['2028-02-28', '2028-02-29', '2028-03-01'])
})

test('what is counted by months alone has months where others have days', () => {
  const cells = [cell('2026-09', 'I am bored', 7), cell('2026-11', 'I am bored', 6)]
  const { rows } = tableOf({ cells, from: '2026-09-01T00:00:00.000Z' }, '2026-11-27')
  expect(rows).toEqual([
    { period: '2026-09', counts: [7] },
    { period: '2026-10', counts: [0] },
    { period: '2026-11', counts: [6] },
  ])
})

test('a hidden count and one of a part of a period are said in words, and are no number', () => {
  const cells = [
    cell('2026-11-26', 'players', null),
    cell('2026-11-27', 'players', 12, { isPartial: true }),
  ]
  const { rows } = tableOf({ cells, from: '2026-11-26T00:00:00.000Z' }, '2026-11-27')
  const [hidden, partial] = rows.map(({ counts }) => counts[0])
  expect(hidden).toMatchObject({ least: 1 })
  expect(partial).toMatchObject({ least: 12 })
  expect(wordsOf(hidden)).not.toMatch(/^\d+$/)
  expect(wordsOf(partial)).not.toBe('12')
  expect([wordsOf(12_345), wordsOf(undefined)]).toEqual(['12,345', '0'])
})

test('a figure of now has one row', () => {
  const cells = [cell(null, 'de', 840), cell(null, 'en', 9120)]
  expect(tableOf({ cells, from: null }, '2026-11-27')).toEqual({
    parts: ['en', 'de'],
    rows: [{ period: 'now', counts: [9120, 840] }],
  })
})

test('a figure that begins behind its end, or long ago, has an end', () => {
  const cells = [cell('2026-11-27', 'players', 9)]
  expect(tableOf({ cells, from: '2026-11-28T00:00:00.000Z' }, '2026-11-27').rows).toEqual([])
  expect(
    tableOf({ cells, from: '1970-01-01T00:00:00.000Z' }, '2026-11-27').rows.length,
  ).toBeLessThan(2000)
})
