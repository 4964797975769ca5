import { useId } from 'react'
import { type Count, type Table, wordsOf as countInWords } from './tableOf.ts'

const [width, height] = [640, 160] as const

/** The rest of many parts has one look. */
const looks = 6

const lookOf = (at: number) => Math.min(at, looks - 1)

interface Props {
  readonly title: string
  readonly table: Table
  readonly wordsOf: (part: string) => string
  /** Places of moments: 1.5 is in the middle of the second row. */
  readonly marks?: readonly number[] | undefined
  /** The sizes of the rows a week before. */
  readonly before?: readonly number[] | undefined
}

/** Bars of a figure: parts differ by colour and pattern. Its table says the same in numbers. */
export function Chart({ title, table, wordsOf, marks: moments, before }: Props) {
  const id = useId()
  return (
    <figure className="chart">
      <svg className="unseen-defs" aria-hidden="true" width="0" height="0">
        <defs>
          {Array.from({ length: looks }, (_, look) => (
            <Pattern key={look} id={id} look={look} />
          ))}
        </defs>
      </svg>
      {table.rows.length === 1 ? (
        <Shares id={id} table={table} wordsOf={wordsOf} />
      ) : (
        <Columns id={id} title={title} table={table} marks={moments} before={before} />
      )}
      {table.rows.length > 1 && (
        <figcaption>
          <ul className="legend">
            {table.parts.map((part, at) => (
              <li key={part}>
                <svg width="16" height="16" aria-hidden="true">
                  <rect width="16" height="16" fill={fillOf(id, at)} />
                </svg>
                {wordsOf(part)}
              </li>
            ))}
            {before !== undefined && (
              <li>
                <svg width="16" height="16" aria-hidden="true">
                  <path className="before" d="M0,8 H16" />
                </svg>
                A week before
              </li>
            )}
          </ul>
        </figcaption>
      )}
    </figure>
  )
}

const fillOf = (id: string, at: number) => `url(#${id}-${lookOf(at)})`

const marks: readonly string[] = [
  '',
  'M-2,10 L10,-2 M-2,2 L2,-2 M6,10 L10,6',
  'M0,2 H8 M0,6 H8',
  'M2,0 V8 M6,0 V8',
  'M0,0 L8,8 M8,0 L0,8',
  'M1,2 H3 M5,6 H7',
]

function Pattern({ id, look }: { readonly id: string; readonly look: number }) {
  return (
    <pattern
      id={`${id}-${look}`}
      className="pattern"
      data-look={look}
      width="8"
      height="8"
      patternUnits="userSpaceOnUse"
    >
      <rect width="8" height="8" fill="currentColor" />
      <path d={marks[look]} />
    </pattern>
  )
}

const sizeOf = (count: Count) => (typeof count === 'number' ? count : count.least)

/** A count that is hidden has a bar that says no height. */
const least = 2

function Columns({
  id,
  title,
  table,
  marks: moments,
  before,
}: Omit<Props, 'wordsOf'> & { readonly id: string }) {
  const sums = table.rows.map(({ counts }) => counts.reduce<number>((sum, c) => sum + sizeOf(c), 0))
  const top = Math.max(1, ...sums, ...(before ?? []))
  const step = width / Math.max(table.rows.length, 8)
  const first = table.rows[0]?.period
  const last = table.rows.at(-1)?.period
  return (
    <>
      <p className="scale" aria-hidden="true">
        {top.toLocaleString('en-GB')}
      </p>
      <svg
        className="columns"
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${title}, from ${first} to ${last}, at most ${top}. The table has the numbers.`}
      >
        {table.rows.map(({ period, counts }, row) => {
          let y = height
          return counts.map((count, at) => {
            if (count === 0) return null
            const tall = Math.max(least, (sizeOf(count) / top) * (height - least * counts.length))
            y -= tall
            return (
              <rect
                key={`${period} ${table.parts[at]}`}
                x={row * step + step * 0.1}
                y={y}
                width={step * 0.8}
                height={tall}
                fill={fillOf(id, at)}
              />
            )
          })
        })}
        {before?.map((size, at) => {
          const y = height - (size / top) * (height - least)
          // oxlint-disable-next-line react/no-array-index-key -- it is the place of a day
          return <path key={at} className="before" d={`M${at * step},${y} h${step}`} />
        })}
        {moments?.map((at, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- two may be at one moment
          <path key={index} className="moment" d={`M${at * step},0 V${height}`} />
        ))}
        <line className="axis" x1="0" x2={width} y1={height} y2={height} />
      </svg>
      <p className="ends" aria-hidden="true">
        <span>{first}</span>
        <span>{last}</span>
      </p>
    </>
  )
}

function Shares({ id, table, wordsOf }: Omit<Props, 'title'> & { readonly id: string }) {
  const counts = table.rows[0]?.counts ?? []
  const top = Math.max(1, ...counts.map(sizeOf))
  return (
    <ul className="shares">
      {table.parts.map((part, at) => (
        <li key={part}>
          <span>{wordsOf(part)}</span>
          <span className="number">{countInWords(counts[at])}</span>
          <svg width="100%" height="12" aria-hidden="true">
            <rect
              width={`${Math.max(0.5, (sizeOf(counts[at] ?? 0) / top) * 100)}%`}
              height="12"
              fill={fillOf(id, at)}
            />
          </svg>
        </li>
      ))}
    </ul>
  )
}
