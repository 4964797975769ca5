import { Trans } from '@lingui/react/macro'
import styles from './Progress.module.css'

/** A quiet sign that something is under way; invisible for the first 400 ms. */
export function Progress() {
  return (
    <p role="status" className={styles.progress}>
      <span className="unseen">
        <Trans>One moment, please.</Trans>
      </span>
    </p>
  )
}
