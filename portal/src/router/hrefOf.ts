import type { Path } from '@gatehouse/contract/routes'
import type { WholeQuery } from './readEntry.ts'

/** The address of a path with a query, below the portal's own host. */
export function hrefOf(path: Path, query: WholeQuery = {}): string {
  const pairs = Object.entries(query).flatMap(([name, values]) =>
    [values].flat().map((value) => [name, value]),
  )
  const search = new URLSearchParams(pairs).toString()
  return search === '' ? path : `${path}?${search}`
}
