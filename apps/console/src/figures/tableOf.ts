import {
  type Cell,
  countInWords,
  type Figure,
  mostPeriods,
  smallestShown,
} from '@gatehouse/contract/acts/figureActs'

/** A count as people read it; where some of it is hidden, with the least and the most that it may be. */
export type Count =
  | number
  | { readonly words: string; readonly least: number; readonly most: number }

export interface Table {
  /** The parts, the largest first. */
  readonly parts: readonly string[]
  /** The counts of a period, in the order of the parts; of now, where there are no periods. */
  readonly rows: readonly { readonly period: string; readonly counts: readonly Count[] }[]
}

/** The counts of a figure by period and part: a part that has no cell has no one in it. */
export function tableOf({ cells, from }: Pick<Figure, 'cells' | 'from'>, until: string): Table {
  const sizes = new Map<string, number>()
  for (const { part, count } of cells) sizes.set(part, (sizes.get(part) ?? 0) + (count ?? 1))
  const parts = [...sizes.keys()].toSorted(
    (one, other) => (sizes.get(other) ?? 0) - (sizes.get(one) ?? 0),
  )
  const byKey = new Map(cells.map((cell) => [keyOf(cell.period, cell.part), cell]))
  // What is counted by months alone has them where others have days.
  const length = cells[0]?.period?.length ?? until.length
  const periods = from === null ? [null] : periodsOf(from, until.slice(0, length))
  return {
    parts,
    rows: periods.map((period) => ({
      period: period ?? 'now',
      counts: parts.map((part) => countOf(byKey.get(keyOf(period, part)))),
    })),
  }
}

const keyOf = (period: string | null, part: string) => JSON.stringify([period, part])

function countOf(cell: Cell | undefined): Count {
  if (cell === undefined) return 0
  const { count, isPartial = false } = cell
  if (count !== null && !isPartial) return count
  // Of a month so much may be hidden on each of its days.
  const most = (count ?? 0) + (smallestShown - 1) * (isPartial ? 31 : 1)
  return { words: countInWords(cell), least: count ?? 1, most }
}

/** A count as it stands in a table and in a file. */
export const wordsOf = (count: Count | undefined) =>
  typeof count === 'object' ? count.words : (count ?? 0).toLocaleString('en-GB')

/** The periods from a moment to the last one, which is written like them: 2026-11-26, or 2026-11. */
function periodsOf(from: string, last: string): readonly string[] {
  const periods: string[] = []
  const isDay = last.length === 10
  const at = new Date(from)
  const most = Math.max(mostPeriods.day, mostPeriods.month)
  while (periods.length < most && at.toISOString().slice(0, last.length) <= last) {
    periods.push(at.toISOString().slice(0, last.length))
    if (isDay) at.setUTCDate(at.getUTCDate() + 1)
    else at.setUTCMonth(at.getUTCMonth() + 1)
  }
  return periods
}
