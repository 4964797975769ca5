import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { useSettings } from '../../context/portal.ts'
import { Button } from '@gatehouse/ui/Button'
import { Notice } from '@gatehouse/ui/Notice'
import { ErrorMessage } from '../../screens/errors/ErrorMessage.tsx'
import { focusHeading } from '../../ui/focusHeading.ts'
import { isReachable } from '../../routes/isReachable.ts'
import { ScreenMissingError } from '../../routes/lazyScreen.ts'
import styles from '../layouts/CentredLayout.module.css'

/**
 * Shown in place of a screen that broke or did not load. Its state cannot be trusted: another try
 * reloads the page, as soon as the server answers.
 */
export function ScreenErrorFallback({ error }: { readonly error: unknown }) {
  const { t } = useLingui()
  const [isBusy, setBusy] = useState(false)
  const [failures, countFailures] = useState(0)
  const isMissing = error instanceof ScreenMissingError
  const { goesBeyondSpecification } = useSettings().rules
  const ours = isMissing ? t`There is no connection.` : t`Something broke here.`
  const heading = goesBeyondSpecification ? ours : undefined

  useEffect(focusHeading, [])
  useEffect(() => {
    if (!isMissing) return undefined
    const reload = () => void isReachable().then((isThere) => isThere && location.reload())
    addEventListener('online', reload)
    return () => removeEventListener('online', reload)
  }, [isMissing])

  async function retry() {
    setBusy(true)
    if (await isReachable()) return location.reload()
    setBusy(false)
    return countFailures((count) => count + 1)
  }

  return (
    <ErrorMessage
      heading={heading}
      reason={
        isMissing ? (
          <Trans>This page did not arrive. Please check your connection and try again.</Trans>
        ) : (
          <Trans>The fault is ours. Please try again in a moment.</Trans>
        )
      }
      retry={<Button isBusy={isBusy} onClick={() => void retry()}>{t`Try again`}</Button>}
    >
      {failures > 0 && (
        <Notice key={failures}>
          <Trans>We could not reach our servers. Please try again in a moment.</Trans>
        </Notice>
      )}
    </ErrorMessage>
  )
}

/** Shown in place of a layout that broke or did not load. It has no parts that could break again. */
export function LayoutErrorFallback({ error }: { readonly error: unknown }) {
  return (
    <div className={styles.page}>
      <main id="content">
        <ScreenErrorFallback error={error} />
      </main>
    </div>
  )
}
