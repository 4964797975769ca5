import { Trans } from '@lingui/react/macro'
import styles from './RowStatus.module.css'

/**
 * Says in a row of a list to what it is being turned; empty while it is at rest, so that a screen
 * reader hears it come.
 */
export function RowStatus({ wish }: { readonly wish: boolean | null }) {
  return (
    <span aria-live="polite" className={styles.status}>
      {wish === true && <Trans>Turning on …</Trans>}
      {wish === false && <Trans>Turning off …</Trans>}
    </span>
  )
}
