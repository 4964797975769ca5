import { labelOf } from '../api/actWords.ts'
import { Moment } from './Moment.tsx'
import { Name } from './Name.tsx'

export const isMoment = (text: string) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(text)

export type Row = Readonly<Record<string, unknown>>

export function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Any answer in the shapes that people read: a table, a list of facts, a text. */
export function Value({ of: value }: { readonly of: unknown }) {
  if (value === null || value === undefined || value === '') {
    return (
      <span className="quiet" title="none">
        –
      </span>
    )
  }
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return <span className="number">{value}</span>
  if (typeof value === 'string')
    return isMoment(value) ? <Moment of={value} /> : <Name of={value} />
  if (Array.isArray(value)) return <Values of={value} />
  return isRow(value) ? <Facts of={value} /> : null
}

function Values({ of: values }: { readonly of: readonly unknown[] }) {
  if (values.length === 0) return <span className="quiet">none</span>
  if (values.every(isRow)) return <ValueTable rows={values} />
  return (
    <ul className="values">
      {values.map((value, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a list that is only read
        <li key={index}>
          <Value of={value} />
        </li>
      ))}
    </ul>
  )
}

function Facts({ of: row }: { readonly of: Row }) {
  const facts = Object.entries(row)
  if (facts.length === 0) return <span className="quiet">none</span>
  return (
    <dl className="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{labelOf(name)}</dt>
          <dd>
            <Value of={value} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The columns of rows, in the order in which they come. */
export function columnsOf(rows: readonly Row[]): readonly string[] {
  return [...new Set(rows.flatMap((row) => Object.keys(row)))]
}

function ValueTable({ rows }: { readonly rows: readonly Row[] }) {
  const columns = columnsOf(rows)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys scroll what is wider than the page
    <div className="scrolls" tabIndex={0} role="group" aria-label="Table">
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {labelOf(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- rows that are only read
            <tr key={index}>
              {columns.map((column) => (
                <td key={column}>
                  <Value of={row[column]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
