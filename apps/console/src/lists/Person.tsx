import { Name } from './Name.tsx'

interface Props {
  readonly name: string
  readonly mark: string | null | undefined
}

/** A person of the staff: two may have one name, and none the mark of another. */
export function Person({ name, mark }: Props) {
  return (
    <>
      <Name of={name} />
      <Mark of={mark} />
    </>
  )
}

/** The mark of a person; nothing where none is known. */
export function Mark({ of: mark }: { readonly of: string | null | undefined }) {
  if (mark === null || mark === undefined) return null
  return (
    <span className="quiet">
      {' '}
      <code>{mark}</code>
    </span>
  )
}
