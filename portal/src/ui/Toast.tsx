import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import styles from './Toast.module.css'

interface Props {
  readonly words: string
  /** Shows the same words once more when it changes. */
  readonly number?: number
  /** A button that takes back what was done. */
  readonly children?: ReactNode
}

/**
 * A message of success, read out at once and shown for some seconds; nothing while `words` is ''.
 * It says nothing that the page does not show in another way. It stays while it is pointed at.
 */
export function Toast({ words, number = 0, children }: Props) {
  const isFilled = words !== ''
  return (
    <div className={styles.place}>
      {/* A region that is there before its words is read out; one without words is no status yet. */}
      <p role={isFilled ? 'status' : undefined} aria-live="polite">
        {isFilled && (
          <span key={`${number} ${words}`} className={styles.toast}>
            <Icon name="done" />
            <span>{words}</span>
          </span>
        )}
      </p>
      {isFilled && children}
    </div>
  )
}
