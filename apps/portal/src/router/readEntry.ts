import type { Path } from '@gatehouse/contract/routes'

/** An entry of the history: an address and its state. */
export interface Entry {
  readonly pathname: string
  /**
   * Texts: nothing of a query is read as a number or as JSON. Of a name that comes twice the last.
   */
  readonly query: Readonly<Record<string, string>>
  /** The query as it came: a name that comes twice has a list. */
  readonly wholeQuery: WholeQuery
  /** Path, query and hash. */
  readonly href: string
  /** How many entries of the portal come before it. */
  readonly index: number
  /** Which of its steps a screen shows in this entry; '' for one that has none. */
  readonly step: string
  /** The secret of a link, which no address shows; '' for nearly every entry. */
  readonly secret: string
}

export type WholeQuery = Readonly<Record<string, string | readonly string[]>>

/** The state that a history keeps with an entry. */
export interface Kept {
  readonly index: number
  readonly step: string
  readonly secret?: string
}

/** Reads an entry of its address; a slash at the end of a path means nothing. */
export function readEntry(address: string, { index, step, secret = '' }: Kept): Entry {
  const { pathname, search, searchParams, hash } = new URL(address, 'http://portal')
  let end = pathname.length
  while (end > 1 && pathname[end - 1] === '/') end -= 1
  const path = pathname.slice(0, end)
  const query = Object.fromEntries(searchParams)
  const wholeQuery = Object.fromEntries(
    Object.entries(query).map(([name, value]) => {
      const all = searchParams.getAll(name)
      return [name, all.length > 1 ? all : value]
    }),
  )
  return { pathname: path, query, wholeQuery, href: path + search + hash, index, step, secret }
}

/** The address of a path with a query, below the portal's own host. */
export function hrefOf(path: Path, query: WholeQuery = {}): string {
  const pairs = Object.entries(query).flatMap(([name, values]) =>
    [values].flat().map((value) => [name, value]),
  )
  const search = new URLSearchParams(pairs).toString()
  return search === '' ? path : `${path}?${search}`
}
