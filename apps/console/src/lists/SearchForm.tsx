import { cleanText } from '@gatehouse/contract/cleanText'
import { type FormEvent, useEffect, useRef } from 'react'
import { moveRow } from './rows.ts'

interface Props {
  readonly id: string
  readonly label: string
  /** False where the heading above it says it. */
  readonly isLabelShown: boolean
  readonly placeholder: string
  readonly submit: string
  /** What the address says. */
  readonly q: string
  readonly onSearch: (typed: string) => void
}

/** A field that has the focus from the beginning; the arrow down leads to what was found. */
export function SearchForm({ id, label, isLabelShown, placeholder, submit, q, onSearch }: Props) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [])
  // The address may change without this form: by the palette, or by going back.
  useEffect(() => {
    if (field.current !== null) field.current.value = q
  }, [q])

  function search(event: FormEvent) {
    event.preventDefault()
    if (field.current === null) return
    // The key that leads to a search from elsewhere is pressed here by habit, too.
    const typed = cleanText('search', field.current.value).replace(/^\/\s*/, '')
    field.current.value = typed
    onSearch(typed)
  }

  return (
    <form role="search" className="search" onSubmit={search}>
      <label htmlFor={id} className={isLabelShown ? undefined : 'unseen'}>
        {label}
      </label>
      <input
        id={id}
        ref={field}
        defaultValue={q}
        data-search
        type="search"
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          moveRow(1)
        }}
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
      />
      <button type="submit" className="button">
        {submit}
      </button>
    </form>
  )
}
