import { type Cell, putTogether, smallestShown } from '@gatehouse/contract/acts/figureActs'
import { describe, expect, it } from 'vitest'
import { isThorough } from '../../../../test/fixtures/isThorough.ts'
import { cellsOf, type Count, monthsOf, splitCounts } from './hiddenCounts.ts'

/*
 * No hidden count follows from any answers: for each there are other counts, among them another one of its
 * own, with which every answer is the same.
 */

const seed = Number(process.env['GATEHOUSE_TEST_SEED'] ?? 20_261_128)
const rounds = isThorough ? 2000 : 150
/** So many hidden counts of a round are tried. */
const tried = 5

/** Numbers of one round: equal ones for an equal seed. */
function numbersFrom(start: number): (below: number) => number {
  let state = start >>> 0
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const days = Array.from({ length: 75 }, (_, at) =>
  new Date(Date.UTC(2026, 8, 20 + at)).toISOString().slice(0, 10),
)
/** What a count is of; two figures say two parts of it. */
const atoms = ['a', 'b', 'c', 'd', 'e', 'f', 'g'] as const
const twoFigures = [
  (atom: string) => (atom < 'd' ? 'early' : 'late'),
  (atom: string) => ('ace'.includes(atom) ? 'odd' : atom),
] as const

interface Counted {
  readonly period: string
  readonly atom: string
  readonly count: number
}

/** Counts of some days: mostly small ones, some large. */
function someCounts(next: (below: number) => number): readonly Counted[] {
  const few = atoms.slice(0, 1 + next(atoms.length))
  return days.flatMap((period) =>
    few.flatMap((atom) => {
      const count = [0, next(5), next(8), next(60)][next(4)] ?? 0
      return next(3) === 0 || count === 0 ? [] : [{ period, atom, count }]
    }),
  )
}

/** Every answer that can be asked for: each figure by days from any day to any other, and by months. */
function answersTo(counts: readonly Counted[], isSumTold: boolean): readonly (readonly Cell[])[] {
  const figures = isSumTold ? twoFigures : [(atom: string) => atom]
  return figures.flatMap((partOf) => {
    const of = (first: number, last: number): readonly Count[] =>
      counts
        .filter(({ period }) => period >= (days[first] ?? '') && period <= (days[last] ?? ''))
        .map((each) => ({ ...each, part: partOf(each.atom) }))
    const spans = [
      [0, 74],
      [5, 40],
      [6, 40],
      [5, 39],
      [30, 30],
    ] as const
    return [
      ...spans.map(([first, last]) => cellsOf(of(first, last), { isSumTold })),
      monthsOf(cellsOf(of(0, 74), { isSumTold })),
      monthsOf(cellsOf(of(11, 71), { isSumTold })),
    ]
  })
}

const sumsOf = (counts: readonly Counted[]) =>
  days.map((day) => {
    const own = counts.filter(({ period }) => period === day)
    return own.reduce((sum, { count }) => sum + count, 0)
  })

const replaced = (counts: readonly Counted[], pairs: readonly (readonly [Counted, Counted])[]) =>
  counts.map((each) => pairs.find(([before]) => before === each)?.[1] ?? each)

/** The counts of a day that no answer names. */
function hiddenOn(counts: readonly Counted[], day: string, isSumTold: boolean) {
  const own = counts.filter(({ period }) => period === day)
  const { hidden } = splitCounts(
    own.map((of) => ({ ...of, part: of.atom, of })),
    { isSumTold },
  )
  return hidden.map(({ of }) => of)
}

/** Some hidden counts of any days, each with all that are hidden that day. */
function someHidden(
  counts: readonly Counted[],
  isSumTold: boolean,
  next: (below: number) => number,
) {
  const all = days.flatMap((day) => {
    const hidden = hiddenOn(counts, day, isSumTold)
    return hidden.map((given) => ({ given, hidden }))
  })
  return Array.from({ length: tried }, () => all[next(all.length)]).filter(
    (each) => each !== undefined,
  )
}

/** Other counts with the same sums, and another one for this. */
function exchanged(counts: readonly Counted[], given: Counted, hidden: readonly Counted[]) {
  const other = hidden.find(({ count }) => count !== given.count)
  if (other !== undefined) {
    const pairs = [
      [given, { ...given, count: other.count }],
      [other, { ...other, count: given.count }],
    ] as const
    return replaced(counts, pairs)
  }
  // All that is counted that day is alike and has no name: it may be anything else that is counted.
  const taken = new Set(hidden.map(({ atom }) => atom))
  const free = [...atoms, 'another'].find((atom) => !taken.has(atom)) ?? ''
  return replaced(counts, [[given, { ...given, atom: free }]])
}

describe('a hidden count', () => {
  it('is as well any other under five, where no sum is told', () => {
    for (let round = 0; round < rounds; round += 1) {
      const next = numbersFrom(seed + round)
      const counts = someCounts(next)
      const answers = answersTo(counts, false)
      for (const { given } of someHidden(counts, false, next)) {
        const count = 1 + (given.count % (smallestShown - 1))
        const others = replaced(counts, [[given, { ...given, count }]])
        expect({ round, isOther: count !== given.count }).toEqual({ round, isOther: true })
        expect({ round, answers: answersTo(others, false) }).toEqual({ round, answers })
      }
    }
  })

  it('is as well another one, of a day with the same sum, where that is told', () => {
    for (let round = 0; round < rounds; round += 1) {
      const next = numbersFrom(seed + round)
      const counts = someCounts(next)
      const answers = answersTo(counts, true)
      for (const { given, hidden } of someHidden(counts, true, next)) {
        const others = exchanged(counts, given, hidden)
        expect(others).not.toEqual(counts)
        expect({ round, sums: sumsOf(others) }).toEqual({ round, sums: sumsOf(counts) })
        expect({ round, answers: answersTo(others, true) }).toEqual({ round, answers })
      }
    }
  })

  it('is found out where months are sums of all days: this test sees that', () => {
    const counts = [
      { period: '2026-10-05', part: 'confirmed', count: 6 },
      { period: '2026-10-20', part: 'confirmed', count: 2 },
    ]
    const monthly = cellsOf(counts.map((each) => ({ ...each, period: '2026-10' })))
    expect(monthly).toEqual([{ period: '2026-10', part: 'confirmed', count: 8 }])
    expect(monthsOf(cellsOf(counts))).toEqual([
      { period: '2026-10', part: 'confirmed', count: 6, isPartial: true },
    ])
  })
})

const now = (...counts: readonly number[]) =>
  counts.map((count, at) => ({ period: null, part: atoms[at] ?? '', count }))
const shownOf = (counts: readonly Count[]) =>
  cellsOf(counts, { isSumTold: true }).map(({ part, count }) => [part, count])

describe('counts whose sum is told', () => {
  it.each([
    [
      'all, where none is small',
      [5, 9],
      [
        ['a', 5],
        ['b', 9],
      ],
    ],
    [
      'a small one with the next',
      [3, 9, 40],
      [
        ['c', 40],
        [putTogether, 12],
      ],
    ],
    [
      'two that differ, and hides them where they are few',
      [1, 3, 40],
      [
        ['c', 40],
        [putTogether, null],
      ],
    ],
    [
      'two that are alike with the next',
      [2, 2, 9, 40],
      [
        ['d', 40],
        [putTogether, 13],
      ],
    ],
    [
      'a small one with all that are next',
      [4, 5, 5, 40],
      [
        ['d', 40],
        [putTogether, 14],
      ],
    ],
    ['all, where they are small and alike', [1, 1, 1, 1, 1], [[putTogether, 5]]],
    ['none, where they are few', [4], [[putTogether, null]]],
  ] as const)('show %s', (_, counts, shown) => {
    expect(shownOf(now(...counts))).toEqual(shown)
  })
})
