import { Link, useSearch } from '@tanstack/react-router'

interface Props {
  /** Where the next page begins; null on the last one. */
  readonly next: string | null
  /** The part of the address that says where a page begins. */
  readonly by?: 'after' | 'before'
  /** For lists that are not by age: their first page and the next one. */
  readonly words?: readonly [first: string, next: string]
  readonly label?: string
  /** More that the address of another page says. */
  readonly search?: Readonly<Record<string, string>>
}

/** Leads from page to page of a list: all else that the address says stays, but for a row. */
export function Pages({ next, by = 'after', words, label = 'Pages', search }: Props) {
  const here = useSearch({ strict: false }) as Readonly<Record<string, string | undefined>>
  const [first, more] = words ?? ['Newest', 'Older']
  const at = (place: string | undefined) =>
    ({ ...here, ...search, [by]: place, selected: undefined, entry: undefined }) as never
  return (
    <nav className="pages" aria-label={label}>
      {here[by] !== undefined && (
        <Link to="." search={at(undefined)}>
          {first}
        </Link>
      )}
      {next !== null && (
        <Link to="." search={at(next)}>
          {more}
        </Link>
      )}
    </nav>
  )
}
