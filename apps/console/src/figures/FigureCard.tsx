import type { Figure } from '@gatehouse/contract/acts/figureActs'
import { Button } from '@gatehouse/ui/Button'
import { useState } from 'react'
import { saveCsv } from '../lists/csv.ts'
import { ListTable } from '../lists/ListTable.tsx'
import { Chart } from './Chart.tsx'
import { headOf, sizesOf } from './headOf.ts'
import { type Table, tableOf, wordsOf as countInWords } from './tableOf.ts'

interface Props {
  readonly figure: Figure
  readonly title: string
  readonly lead?: string | undefined
  /** What the sum counts, such as `log-ins`; undefined where there is no sum. */
  readonly unit?: string | undefined
  /** True where periods have an average and no sum. */
  readonly isMean?: boolean | undefined
  /** The figure in the time before, once it is known. */
  readonly before?: Table | undefined
  /** The last period, written like the others. */
  readonly until: string
  /** Where it was counted, for the name of the file. */
  readonly place: string
}

/** A figure as a chart, a table, and a file. */
export function FigureCard({ figure, title, lead, unit, isMean, before, until, place }: Props) {
  const table = tableOf(figure, until)
  const isEmpty = table.parts.length === 0
  // A day of a week is seen beside that of the week before; more of them would be too many.
  const isWeek = figure.from !== null && before?.rows.length === 7
  return (
    <section className="card figure">
      <h2>{title}</h2>
      {!isEmpty && unit !== undefined && (
        <Head of={table} unit={unit} before={before} isMean={isMean} />
      )}
      {lead !== undefined && <p className="quiet">{lead}</p>}
      {figure.isLate && <p className="partial">The database took too long to count this.</p>}
      {!figure.isLate && isEmpty && <p className="quiet">None in this time.</p>}
      {!isEmpty && (
        <ChartInFull
          title={title}
          table={table}
          file={`${place} ${title} ${until}`}
          before={isWeek ? sizesOf(before) : undefined}
        />
      )}
    </section>
  )
}

interface HeadProps extends Pick<Props, 'before' | 'isMean' | 'unit'> {
  readonly of: Table
}

/** The sum of the time, and the change to the time before. */
function Head({ of: table, unit, before, isMean }: HeadProps) {
  const { sum, time, change, soFar } = headOf(table, before, isMean)
  return (
    <p className="sum">
      {sum !== null && (
        <>
          <strong>{sum}</strong> {unit} {time}
        </>
      )}
      {change !== null && <span className="change">{change}</span>}
      {soFar !== null && <span className="quiet">{soFar}</span>}
    </p>
  )
}

interface FullProps {
  readonly title: string
  readonly table: Table
  readonly file: string
  readonly marks?: readonly number[]
  readonly before?: readonly number[] | undefined
}

/** A chart with its numbers. */
export function ChartInFull({ title, table, file, marks, before }: FullProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Chart title={title} table={table} wordsOf={wordsOf} marks={marks} before={before} />
      <details className="numbers" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          As a table<span className="unseen">: {title}</span>
        </summary>
        {isOpen && <Numbers title={title} table={table} />}
      </details>
      <div className="acts">
        <Button look="quiet" onClick={() => save(file, table)}>
          Download CSV<span className="unseen">: {title}</span>
        </Button>
      </div>
    </>
  )
}

/** `ERROR_BANNED` stays: colleagues ask for the code. */
function wordsOf(part: string): string {
  return part.charAt(0).toUpperCase() + part.slice(1)
}

function Numbers({ title, table }: { readonly title: string; readonly table: Table }) {
  const { parts, rows } = table
  return (
    <ListTable
      caption={`${title}, as a table`}
      rows={rows}
      idOf={({ period }) => period}
      isSelectable={false}
      columns={[
        { title: 'Period', cell: ({ period }) => period },
        ...parts.map((part, at) => ({
          title: wordsOf(part),
          kind: 'number' as const,
          cell: ({ counts }: Table['rows'][number]) => countInWords(counts[at]),
        })),
      ]}
    />
  )
}

function save(name: string, { parts, rows }: Table): void {
  const head = ['Period', ...parts.map(wordsOf)]
  saveCsv(
    name,
    head,
    rows.map(({ period, counts }) => [
      period,
      ...counts.map((count) => (typeof count === 'number' ? count : count.words)),
    ]),
  )
}
