import { describe, expect, test } from 'vitest'
import { headOf, sizesOf } from './headOf.ts'
import { tableOf } from './tableOf.ts'

const dayOf = (at: number) => `2026-11-${String(at).padStart(2, '0')}`

/** A table of a part from a day of November on, by its counts; null is hidden. */
function daysFrom(first: number, counts: readonly (number | null)[]) {
  const cells = counts.map((count, at) => ({ period: dayOf(first + at), part: 'players', count }))
  const from = `${dayOf(first)}T00:00:00.000Z`
  return tableOf({ cells, from }, dayOf(first + counts.length - 1))
}

const before = daysFrom(1, [100, 100, 100])

describe('the head of a figure', () => {
  test('has the sum of the days that are over, today apart, and the change to as many days before', () => {
    expect(headOf(daysFrom(4, [1100, 112, 132, 7]), before)).toEqual({
      sum: '1,344',
      time: 'in 3 days',
      change: '+348 % to the 3 days before',
      soFar: 'Today so far: 7',
    })
    expect(headOf(daysFrom(4, [80, 80, 80, 0]), before)).toMatchObject({
      change: '−20 % to the 3 days before',
      soFar: null,
    })
    expect(headOf(daysFrom(4, [100, 101, 100, 0]), before).change).toBe(
      'as many as in the 3 days before',
    )
  })

  test('says what a day has on average where days have no sum', () => {
    expect(headOf(daysFrom(4, [60, 61, 65, 9]), before, true)).toMatchObject({
      sum: '62',
      time: 'a day on average, of 3 days',
      change: '−38 % to the 3 days before',
    })
    // Sessions of two months ago are removed: the days before are fewer.
    const fewer = daysFrom(2, [50, 50])
    expect(headOf(daysFrom(4, [60, 61, 65, 9]), fewer, true).change).toBe(
      '+24 % to the 2 days before',
    )
  })

  test('tells no change that hidden counts could turn, and about how much where they hardly can', () => {
    expect(headOf(daysFrom(4, [100, null, 100, 7]), before)).toMatchObject({
      sum: '≥ 201',
      change: 'about −32 % to the 3 days before',
    })
    const few = daysFrom(1, [9, null, 9])
    expect(headOf(daysFrom(4, [9, 9, null, null]), few)).toMatchObject({
      sum: '≥ 19',
      change: null,
      soFar: 'Today so far: ≥ 1',
    })
  })

  test('is compared with no time that is shorter, or a part of this one', () => {
    const now = daysFrom(4, [100, 100, 100, 7])
    expect(headOf(now, daysFrom(2, [100, 100])).change).toBeNull()
    expect(headOf(now, daysFrom(3, [100, 100, 100])).change).toBeNull()
    expect(headOf(now, undefined).change).toBeNull()
    const none = { parts: [], rows: before.rows.map((row) => ({ ...row, counts: [] })) }
    expect(headOf(now, none).change).toBe('none in the 3 days before')
  })

  test('has no sum where no day is over, and that of now where there are no days', () => {
    expect(headOf(daysFrom(4, [12]), undefined)).toMatchObject({
      sum: null,
      soFar: 'Today so far: 12',
    })
    const now = [
      { period: null, part: 'de', count: 840 },
      { period: null, part: 'fr', count: null },
    ]
    expect(headOf(tableOf({ cells: now, from: null }, 'now'), undefined).sum).toBe('≥ 841')
  })

  test('has months where months are counted, of which days may be hidden', () => {
    const cells = [
      { period: '2026-09', part: 'players', count: 1600, isPartial: true },
      { period: '2026-10', part: 'players', count: null, isPartial: true },
      { period: '2026-11', part: 'players', count: 40 },
    ]
    const table = tableOf({ cells, from: '2026-09-01T00:00:00.000Z' }, '2026-11')
    expect(headOf(table, undefined)).toMatchObject({ sum: '≥ 1,601', time: 'in 2 months' })
    expect(sizesOf(table)).toEqual([1600, 1, 40])
  })
})
