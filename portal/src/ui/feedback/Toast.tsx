import { Trans } from '@lingui/react/macro'
import { Icon } from '../Icon.tsx'
import styles from './Toast.module.css'

interface Props {
  readonly words: string
  /** Shows the same words once more when it changes. */
  readonly number?: number
  /** Takes back what was done; absent where that cannot be. */
  readonly onUndo?: (() => void) | undefined
}

/**
 * What has just been done, read out at once and shown for some seconds; nothing while `words` is ''.
 * It says nothing that the page does not show in another way. It stays while it is pointed at.
 */
export function Toast({ words, number = 0, onUndo }: Props) {
  const isFilled = words !== ''
  const key = `${number} ${words}`
  return (
    <div className={styles.place}>
      {/* A region that is there before its words is read out; one without words is no status yet. */}
      <p role={isFilled ? 'status' : undefined} aria-live="polite">
        {isFilled && (
          <span key={key} className={styles.toast}>
            <Icon name="done" />
            <span>{words}</span>
          </span>
        )}
      </p>
      {isFilled && onUndo !== undefined && (
        <button key={key} type="button" className={styles.undo} onClick={onUndo}>
          <Trans>Undo</Trans>
        </button>
      )}
    </div>
  )
}
