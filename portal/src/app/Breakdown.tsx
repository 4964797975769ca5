import { Trans } from '@lingui/react/macro'
import { paths } from '@gatehouse/contract/paths'
import { LinkButton } from '../ui/LinkButton.tsx'
import styles from './CentredFrame.module.css'

/** In place of a screen that broke. Loads the page anew, because its state cannot be trusted. */
export function Breakdown() {
  return (
    <div className={styles.page}>
      <main className={styles.frame}>
        <h1>
          <Trans>Ooops, something went wrong.</Trans>
        </h1>
        <p>
          <LinkButton href={paths.home}>
            <Trans>Return to Home</Trans>
          </LinkButton>
        </p>
      </main>
    </div>
  )
}
