/** An entry of the history: an address, and what is kept with it. */
export interface Entry {
  readonly pathname: string
  /** Texts: nothing of a query is read as a number or as JSON. */
  readonly query: Readonly<Record<string, string>>
  /** Path, query and hash. */
  readonly href: string
  /** How many entries of the portal come before it. */
  readonly index: number
  /** Which of its steps a screen shows in this entry; '' for one that has none. */
  readonly step: string
}

/** What a history keeps with an entry. */
export interface Kept {
  readonly index: number
  readonly step: string
}

/** Reads an entry of its address; a slash at the end of a path means nothing. */
export function readEntry(address: string, { index, step }: Kept): Entry {
  const { pathname, search, searchParams, hash } = new URL(address, 'http://portal')
  let end = pathname.length
  while (end > 1 && pathname[end - 1] === '/') end -= 1
  const path = pathname.slice(0, end)
  const query = Object.fromEntries(searchParams)
  return { pathname: path, query, href: path + search + hash, index, step }
}
