import { Trans } from '@lingui/react/macro'
import styles from './Security.module.css'

/** Says of a part of the screen that it protects the account, does not, or is the next step. */
export function ProtectionState({ is }: { readonly is: 'on' | 'off' | 'next' }) {
  return (
    <span className={styles.tag} data-is={is}>
      {is === 'on' && <Trans context="a protection">On</Trans>}
      {is === 'off' && <Trans context="a protection">Off</Trans>}
      {is === 'next' && <Trans>Recommended</Trans>}
    </span>
  )
}
