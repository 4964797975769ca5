import { type Cell, putTogether, smallestShown } from '@gatehouse/contract/acts/figureActs'
import type { FactorCount } from '../../../database/auth/factors.ts'
import { factorBits } from '../../../database/schema/values.ts'

/*
 * Which counts staff get. A count under five could say something about one player, and none follows from
 * any answers together: whatever is answered, for days, months, parts or several figures, is made of what
 * this file shows of a day, and stays the same where hidden counts are other ones.
 */

/** A count of a day, or of now: the smallest that is compared with five. */
export interface Count {
  readonly period: string | null
  /** As it is shown. Several counts may be one part of a figure, and other parts of another one. */
  readonly part: string
  /** What it counts; the part, unless parts of several figures are made of it. */
  readonly atom?: string
  readonly count: number
}

export interface Hiding {
  /** The least count that is shown. */
  readonly least?: number
  /**
   * True where another answer tells the sum of a period's counts: a hidden one would be what is left of
   * it. Those that are hidden have no names then, and are two at least that differ.
   */
  readonly isSumTold?: boolean
}

/** The counts of one period that are shown, and those that are not. */
export function splitCounts<Each extends Count>(
  counts: readonly Each[],
  { least = smallestShown, isSumTold = false }: Hiding = {},
): { readonly shown: readonly Each[]; readonly hidden: readonly Each[] } {
  const inOrder = counts.toSorted((one, other) => one.count - other.count)
  const few = inOrder.filter(({ count }) => count < least)
  const next = inOrder[few.length]
  // Where two differ they could be exchanged, and no sum says which is which. Those that are equal are
  // hidden together, whatever they are called.
  const areAlike = new Set(few.map(({ count }) => count)).size === 1
  const needsMore = isSumTold && areAlike && next !== undefined
  const hidden = needsMore ? inOrder.filter(({ count }) => count <= next.count) : few
  return { shown: inOrder.slice(hidden.length), hidden }
}

/** The cells of a figure by the periods of its counts. */
export function cellsOf(counts: readonly Count[], hiding: Hiding = {}): Cell[] {
  const byPeriod = Map.groupBy(summed(counts, atomOf), ({ period }) => period)
  const cells = [...byPeriod].flatMap(([period, own]): readonly Cell[] => {
    const { shown, hidden } = splitCounts(own, hiding)
    const sums = summed(shown, ({ part }) => part)
    const whole = sums.map(({ part, count }) => ({ period, part, count }))
    if (hiding.isSumTold !== true) {
      const few = hidden.map(({ part }) => ({ period, part, count: null }))
      return [...whole, ...few]
    }
    if (hidden.length === 0) return whole
    const sum = hidden.reduce((total, { count }) => total + count, 0)
    const count = sum < (hiding.least ?? smallestShown) ? null : sum
    return [...whole, { period, part: putTogether, count }]
  })
  return cells.toSorted(inOrderOfPeriods)
}

/** The cells of months, out of those of their days: a hidden day is left out of its month. */
export function monthsOf(days: readonly Cell[]): Cell[] {
  const byMonth = Map.groupBy(days, ({ period, part }) =>
    JSON.stringify([period?.slice(0, 7), part]),
  )
  const months = [...byMonth.values()].map((own): Cell => {
    const shown = own.flatMap(({ count }) => count ?? [])
    const { period, part } = own[0] as Cell
    return {
      period: period?.slice(0, 7) ?? null,
      part,
      count: shown.length === 0 ? null : shown.reduce((sum, count) => sum + count, 0),
      ...(shown.length < own.length && { isPartial: true }),
    }
  })
  return months.toSorted(inOrderOfPeriods)
}

const atomOf = ({ part, atom = part }: Count) => atom

/** Players of now by all that is known of their factors, of which several answers are made. */
export function countOfFactors(row: FactorCount) {
  const { isOfPartner, factors } = row
  return { ...row, period: null, part: factorsOf(row), atom: `${isOfPartner} ${factors}` }
}

function factorsOf({ isOfPartner, factors }: Pick<FactorCount, 'isOfPartner' | 'factors'>): string {
  if (isOfPartner) return 'left to the partner'
  const { passkey, app } = factorBits
  const has = (bit: number) => (factors & bit) !== 0
  if (has(passkey) && has(app)) return 'passkey and app'
  if (has(passkey)) return 'passkey'
  return has(app) ? 'app' : 'none'
}

function summed<Each extends Count>(counts: readonly Each[], nameOf: (of: Each) => string): Each[] {
  const sums = new Map<string, Each>()
  for (const each of counts) {
    const key = JSON.stringify([each.period, nameOf(each)])
    sums.set(key, { ...each, count: (sums.get(key)?.count ?? 0) + each.count })
  }
  return [...sums.values()]
}

function inOrderOfPeriods(one: Cell, other: Cell): number {
  return (one.period ?? '').localeCompare(other.period ?? '') || one.part.localeCompare(other.part)
}
