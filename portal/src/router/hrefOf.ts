import type { Path } from '@gatehouse/contract/routes'

/** The address of a path with a query, below the portal's own host. */
export function hrefOf(path: Path, query: Readonly<Record<string, string>> = {}): string {
  const search = new URLSearchParams(query).toString()
  return search === '' ? path : `${path}?${search}`
}
