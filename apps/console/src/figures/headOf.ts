import type { Count, Table } from './tableOf.ts'

/* What a card says before its chart: the sum of the time, and how it compares to the time before. */

interface Sum {
  readonly least: number
  readonly most: number
}

/** The periods that are over, and the last one, which is not; or the counts of now. */
export interface Head {
  /** The sum in words: `1,830`, or `≥ 1,820` where some of it is hidden. Null where no period is over. */
  readonly sum: string | null
  /** `in 30 days`, or `a day on average, of 30 days`. */
  readonly time: string
  /** `+12 % to the 30 days before`; null where that is not known. */
  readonly change: string | null
  /** `Today so far: 7`; null for none. */
  readonly soFar: string | null
}

/** Percent between which a change may lie, because of hidden counts, and is told nevertheless. */
const mostUnsure = 5

/**
 * The head of a figure. All of it is made of counts that the table shows, so that no hidden one follows
 * from it. `before` is the table of the time before. With `isMean` it says what a period has on average,
 * as players of two days are no sum.
 */
export function headOf(table: Table, before: Table | undefined, isMean = false): Head {
  const latest = sumOf(table.rows.slice(-1))
  if (table.rows[0]?.period === 'now') {
    return { sum: inWords(latest, 1), time: '', change: null, soFar: null }
  }
  const over = table.rows.slice(0, -1)
  const unit = table.rows[0]?.period.length === 7 ? 'month' : 'day'
  const timeOf = (rows: Table['rows']) => `${rows.length} ${unit}${rows.length === 1 ? '' : 's'}`
  const now = sumOf(over)
  const shared = isMean ? Math.max(1, over.length) : 1
  return {
    sum: over.length === 0 ? null : inWords(now, shared),
    time: isMean ? `a ${unit} on average, of ${timeOf(over)}` : `in ${timeOf(over)}`,
    change: isBefore(before, over, isMean)
      ? changeOf(meanOf(over), meanOf(before.rows), `the ${timeOf(before.rows)} before`)
      : null,
    soFar:
      latest.most === 0
        ? null
        : `${unit === 'day' ? 'Today' : 'This month'} so far: ${inWords(latest, 1)}`,
  }
}

/** The sizes of rows, for marks of the time before: what is hidden counts as the least that it may be. */
export const sizesOf = ({ rows }: Table) => rows.map((row) => sumOf([row]).least)

/** True for a time that ends before the other one, and is as long; or, for averages, half as long at least. */
function isBefore(
  before: Table | undefined,
  over: Table['rows'],
  isMean: boolean,
): before is Table {
  const [last, first] = [before?.rows.at(-1)?.period, over[0]?.period]
  if (before === undefined || last === undefined || first === undefined) return false
  const { length } = before.rows
  const isEnough = isMean ? length * 2 >= over.length : length === over.length
  return isEnough && last < first
}

function meanOf(rows: Table['rows']): Sum {
  const { least, most } = sumOf(rows)
  return { least: least / rows.length, most: most / rows.length }
}

function sumOf(rows: Table['rows']): Sum {
  const counts = rows.flatMap((row) => row.counts)
  const total = (of: (count: Exclude<Count, number>) => number) =>
    counts.reduce<number>((sum, count) => sum + (typeof count === 'number' ? count : of(count)), 0)
  return { least: total(({ least }) => least), most: total(({ most }) => most) }
}

function inWords({ least, most }: Sum, shared: number): string {
  const words = Math.round(least / shared).toLocaleString('en-GB')
  return least === most ? words : `≥ ${words}`
}

function changeOf(now: Sum, before: Sum, time: string): string | null {
  if (before.most === 0) return now.most === 0 ? null : `none in ${time}`
  if (before.least === 0) return null
  const low = (now.least / before.most - 1) * 100
  const high = (now.most / before.least - 1) * 100
  if (high - low > mostUnsure) return null
  const percent = Math.round((low + high) / 2)
  const about = high === low ? '' : 'about '
  const size = Math.abs(percent).toLocaleString('en-GB')
  if (percent === 0) return `${about}as many as in ${time}`
  return `${about}${percent > 0 ? '+' : '−'}${size} % to ${time}`
}
