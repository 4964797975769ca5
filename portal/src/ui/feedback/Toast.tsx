import { Icon } from '../Icon.tsx'
import styles from './Toast.module.css'

/**
 * What has just been done, read out at once and shown for some seconds; nothing while `words` is ''.
 * It says nothing that the page does not show in another way.
 */
export function Toast({ words }: { readonly words: string }) {
  return (
    <p role="status" className={styles.place}>
      {words !== '' && (
        <span key={words} className={styles.toast}>
          <Icon name="done" />
          <span>{words}</span>
        </span>
      )}
    </p>
  )
}
