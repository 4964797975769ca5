import { useLingui } from '@lingui/react/macro'
import styles from './Progress.module.css'

/** A quiet sign that something is under way; invisible for the first 400 ms. */
export function Progress() {
  const { t } = useLingui()
  return (
    <p role="status" className={`turns soon ${styles.progress}`}>
      <span className="unseen">{t`One moment, please.`}</span>
      <span className="breathes" />
    </p>
  )
}
