import { Button } from '@gatehouse/ui/Button'
import { useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { order as ask } from '../api/session.ts'
import { often, useLook } from '../api/useLook.ts'
import type { Place } from '../api/useMe.ts'
import { saveRows } from './csv.ts'
import { type Column, ListTable } from './ListTable.tsx'
import { Pages } from './Pages.tsx'
import { Empty, Loaded } from './states.tsx'

interface Props<Row> {
  readonly title: ReactNode
  readonly lead: ReactNode
  readonly place: Place
  /** The look, and its order besides the deployment and the page. */
  readonly act: string
  readonly order?: Readonly<Record<string, unknown>>
  readonly caption: string
  readonly idOf: (row: Row) => string
  readonly columns: readonly Column<Row>[]
  readonly empty: { readonly title: string; readonly words: ReactNode }
  readonly isAlarming?: (row: Row) => boolean
  /** So many rows at most, of a look without pages. */
  readonly most?: number
  /** True where rows come and go without an act. */
  readonly isWatched?: boolean
  /** More about the rows that are seen. */
  readonly under?: (rows: readonly Row[]) => ReactNode
  /** Where the next page begins, of a look that does not say it. */
  readonly nextOf?: (rows: readonly Row[]) => string | null
  readonly words?: readonly [first: string, next: string]
  /** The name of the file for the whole list, of a look that gives it at once. */
  readonly csv?: string
  /** Buttons and links for the whole list; whatever else stands above it. */
  readonly children?: ReactNode
}

/** A screen that is a list: its title, its rows in pages, and the words where it has none. */
export function ListScreen<Row extends object>(props: Props<Row>) {
  const { title, lead, place, act, caption, empty, csv, children, words, most, ...table } = props
  const [said, setSaid] = useState('')
  const { after } = useSearch({ strict: false }) as { readonly after?: string }
  const given = {
    ...(place.deployment !== null && { deployment: place.path }),
    ...props.order,
    ...(most !== undefined && { limit: most }),
    ...(after !== undefined && { after }),
  }
  const look = useLook(act, given, {
    keeps: true,
    every: () => props.isWatched === true && often,
  })
  return (
    <div className="screen">
      <h1>{title}</h1>
      <p className="lead">{lead}</p>
      {children}
      <Loaded from={look}>
        {(data) => {
          const { rows, next } = pageOf<Row>(data, props.nextOf)
          if (rows.length === 0 && after === undefined) {
            return <Empty title={empty.title}>{empty.words}</Empty>
          }
          return (
            <>
              <ListTable {...table} caption={caption} rows={rows} hasFile={csv === undefined} />
              {rows.length === most && (
                <p className="partial">These are the first {most}. There are more.</p>
              )}
              {props.under?.(rows)}
              <Pages next={next} {...(words && { words })} />
              {csv !== undefined && (
                <div className="acts">
                  <Button
                    look="quiet"
                    onClick={() =>
                      void saveAll(act, given, csv).then(setSaid, (error: Error) =>
                        setSaid(error.message),
                      )
                    }
                  >
                    All of them as CSV
                  </Button>
                  <span role="status">{said}</span>
                </div>
              )}
            </>
          )
        }}
      </Loaded>
    </div>
  )
}

/** The rows of a look, or a page of them with the place of the next one. */
function pageOf<Row>(data: unknown, nextOf?: (rows: readonly Row[]) => string | null) {
  if (Array.isArray(data)) return { rows: data as readonly Row[], next: nextOf?.(data) ?? null }
  const { next, ...lists } = data as Readonly<Record<string, readonly Row[] | string | null>>
  const rows = Object.values(lists).find((each) => Array.isArray(each)) ?? []
  return { rows: rows as readonly Row[], next: typeof next === 'string' ? next : null }
}

/** Saves a whole list, as the person may see it; answers the sentence about it. */
async function saveAll(act: string, given: Readonly<Record<string, unknown>>, name: string) {
  const { data } = await ask(act, { order: { ...given, after: undefined, whole: true } })
  const { rows, next } = pageOf<object>(data)
  saveRows(name, rows)
  return next === null ? '' : `There are more: the file has the first ${rows.length}.`
}
