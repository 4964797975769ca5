import { Trans } from '@lingui/react/macro'
import { Icon } from '../Icon.tsx'
import styles from './Toast.module.css'

interface Props {
  readonly words: string
  /** Takes back what was done; absent where that cannot be. */
  readonly onUndo?: (() => void) | undefined
}

/**
 * What has just been done, read out at once and shown for some seconds; nothing while `words` is ''.
 * It says nothing that the page does not show in another way. It stays while it is pointed at.
 */
export function Toast({ words, onUndo }: Props) {
  return (
    <div className={styles.place}>
      <p role="status">
        {words !== '' && (
          <span key={words} className={styles.toast}>
            <Icon name="done" />
            <span>{words}</span>
          </span>
        )}
      </p>
      {words !== '' && onUndo !== undefined && (
        <button key={words} type="button" className={styles.undo} onClick={onUndo}>
          <Trans>Undo</Trans>
        </button>
      )}
    </div>
  )
}
