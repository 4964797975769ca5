import { Icon } from '@gatehouse/ui/Icon'

interface Props {
  readonly id: string
  /** Words, not codes. */
  readonly errors: readonly string[]
}

/** The errors of a field, right after it. Their place is always there, so that they are announced. */
export function FieldErrors({ id, errors }: Props) {
  return (
    <div id={id} aria-live="polite">
      {errors.map((error) => (
        <p key={error} className="marked quiet bad">
          <Icon name="warning" />
          {error}
        </p>
      ))}
    </div>
  )
}
