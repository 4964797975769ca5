import { Icon } from '../Icon.tsx'
import styles from './Toast.module.css'

interface Props {
  readonly words: string
  /** Shows the same words once more when it changes. */
  readonly number?: number
}

/**
 * What has just been done, read out at once and shown for some seconds; nothing while `words` is ''.
 * It says nothing that the page does not show in another way.
 */
export function Toast({ words, number = 0 }: Props) {
  const isFilled = words !== ''
  return (
    // A region that is there before its words is read out; one without words is no status yet.
    <div role={isFilled ? 'status' : undefined} aria-live="polite" className={styles.place}>
      {isFilled && (
        <span key={`${number} ${words}`} className={styles.toast}>
          <Icon name="done" />
          <span>{words}</span>
        </span>
      )}
    </div>
  )
}
