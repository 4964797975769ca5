import { Button } from '@gatehouse/ui/Button'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { saveRows } from './csv.ts'

export interface Column<Row> {
  readonly title: string
  readonly cell: (row: Row) => ReactNode
  readonly kind?: 'number' | 'wide'
}

interface Props<Row> {
  readonly caption: string
  readonly rows: readonly Row[]
  readonly idOf: (row: Row) => string
  /** The first column leads to the row: its cell is a link with `data-open`. */
  readonly columns: readonly Column<Row>[]
  readonly isAlarming?: (row: Row) => boolean
  readonly isSelectable?: boolean
  /** Beside other tables with the same columns. */
  readonly isEven?: boolean
  /** False where the screen has a file of its own. */
  readonly hasFile?: boolean
}

/** A list as the browser's own table: every row has a link, and keys lead from one to the next. */
export function ListTable<Row extends object>({
  caption,
  rows,
  idOf,
  columns,
  ...more
}: Props<Row>) {
  const { isAlarming = () => false, isSelectable = true, isEven = false, hasFile = true } = more
  const { isSelected, select } = useSelection()
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys scroll what is wider than the page */}
      <div className="scrolls" tabIndex={0} role="group" aria-label={caption}>
        <table className={isEven ? 'list even' : 'list'}>
          <caption className="unseen">{caption}</caption>
          <thead>
            <tr>
              {isSelectable && (
                <td className="select">
                  <span className="unseen">Selected</span>
                </td>
              )}
              {columns.map(({ title, kind }) => (
                <th key={title} scope="col" data-kind={kind}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => {
              const id = idOf(row)
              return (
                <tr key={id} data-row={id} data-alarming={isAlarming(row) || undefined}>
                  {isSelectable && (
                    <td className="select">
                      <input
                        type="checkbox"
                        data-select
                        aria-label={`Select ${id}`}
                        checked={isSelected(id)}
                        onChange={() => select(id)}
                      />
                    </td>
                  )}
                  {columns.map(({ title, cell, kind }, index) =>
                    index === 0 ? (
                      <th key={title} scope="row" data-kind={kind}>
                        {cell(row)}
                      </th>
                    ) : (
                      <td key={title} data-kind={kind} data-title={title}>
                        {cell(row)}
                      </td>
                    ),
                  )}
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
      {hasFile && rows.length > 0 && <File caption={caption} rows={rows} />}
    </>
  )
}

/** What is seen, for a spreadsheet. */
function File({ caption, rows }: { readonly caption: string; readonly rows: readonly object[] }) {
  const { place } = useParams({ strict: false })
  const save = () => saveRows([place, caption].filter(Boolean).join(' '), rows)
  return (
    <div className="acts">
      <Button look="quiet" onClick={save}>
        {rows.length === 1 ? 'This row' : `These ${rows.length} rows`} as CSV
        <span className="unseen">: {caption}</span>
      </Button>
    </div>
  )
}

/** The selected rows: they are in the address, like all that a list shows. */
function useSelection() {
  const navigate = useNavigate()
  const { selected = '' } = useSearch({ strict: false }) as { readonly selected?: string }
  return {
    isSelected: (id: string) => idsIn(selected).has(id),
    select(id: string) {
      const search = (before: Readonly<Record<string, unknown>>) => {
        // Of the address, and not of what is shown: a quick hand is ahead of it.
        const ids = idsIn(before['selected'])
        if (!ids.delete(id)) ids.add(id)
        return { ...before, selected: [...ids].join(',') || undefined }
      }
      void navigate({ to: '.', search: search as never, replace: true, resetScroll: false })
    },
  }
}

function idsIn(selected: unknown): Set<string> {
  const ids = typeof selected === 'string' ? selected.split(',') : []
  return new Set(ids.filter((id) => id !== ''))
}
