import { Icon } from '../ui/Icon.tsx'
import styles from './Field.module.css'

interface Props {
  readonly id: string
  /** Words, not codes. */
  readonly faults: readonly string[]
}

/** What is wrong with a field, right after it. Its place is always there, so that it is announced. */
export function FieldFaults({ id, faults }: Props) {
  return (
    <div id={id} aria-live="polite">
      {faults.map((fault) => (
        <p key={fault} className={styles.fault}>
          <Icon name="warning" />
          {fault}
        </p>
      ))}
    </div>
  )
}
