import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@gatehouse/ui/Button'
import styles from './ConsentBanner.module.css'
import { useConsent } from './useConsent.ts'

/**
 * Asks a visitor who has not chosen yet. Refusing is as easy as accepting, and the page can be read
 * and used meanwhile.
 */
export function ConsentBanner() {
  const { t } = useLingui()
  const { consent } = useConsent()
  return (
    <section className={styles.banner} aria-label={t`Cookies`}>
      <p>
        <Trans>
          Some cookies keep this portal working. May our partners measure how it is used and how you
          found us?
        </Trans>
      </p>
      <div className={styles.answers}>
        <Button look="quiet" onClick={() => consent.detail(true)}>{t`More settings`}</Button>
        <Button look="secondary" onClick={() => consent.decideAll(false)}>{t`Reject all`}</Button>
        <Button look="secondary" onClick={() => consent.decideAll(true)}>{t`Accept all`}</Button>
      </div>
    </section>
  )
}
