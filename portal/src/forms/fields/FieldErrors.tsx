import { Icon } from '../../ui/Icon.tsx'
import styles from './Field.module.css'

interface Props {
  readonly id: string
  /** Words, not codes. */
  readonly errors: readonly string[]
}

/** What is wrong with a field, right after it. Its place is always there, so that it is announced. */
export function FieldErrors({ id, errors }: Props) {
  return (
    <div id={id} aria-live="polite">
      {errors.map((error) => (
        <p key={error} className={styles.error}>
          <Icon name="warning" />
          {error}
        </p>
      ))}
    </div>
  )
}
