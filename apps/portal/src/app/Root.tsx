import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { ConsentBanner } from '../consent/ConsentBanner.tsx'
import { useConsent } from '../consent/useConsent.ts'
import { usePortal, useSettings } from '../context/portal.ts'
import type { Label } from '../context/wording.ts'
import { NotificationContext } from '../ui/notifications.ts'
import { focusFirstField, focusHeading } from '../ui/focusHeading.ts'
import { lazyOptional } from '../ui/feedback/lazyOptional.tsx'
import { documentTitle } from './documentTitle.ts'
import styles from './Root.module.css'
import { Notice } from '@gatehouse/ui/Notice'

// Few visits need it, and a page without it works.
const ConsentSettings = lazyOptional(
  async () => (await import('../consent/ConsentSettings.tsx')).ConsentSettings,
  'flows',
)

interface Props {
  readonly title: Label | null
  /** The path of the screen; null while it is not decided whether it is shown. */
  readonly place: string | null
  readonly children: ReactNode
}

/**
 * The frame of every screen: its title, shown and announced, and the focus on its heading after a
 * move.
 */
export function Root({ title, place, children }: Props) {
  const { configuration } = useSettings()
  const { notifications } = usePortal()
  const { i18n } = useLingui()
  const { isAsked, isAnswered, isDetailed } = useConsent().state
  const text = documentTitle(title, configuration, i18n)
  const previous = useRef<string | null>(null)
  const wasAsked = useRef(isAsked)
  const [announced, announce] = useState('')

  useEffect(() => {
    document.title = text
    if (place === null) return
    const before = previous.current
    previous.current = place
    if (before === place) return
    if (before === null) {
      // A player who has begun already is not moved.
      if (document.activeElement === document.body) focusFirstField()
      return
    }
    announce(text)
    if (!focusFirstField()) focusHeading()
  }, [text, place])

  useEffect(() => {
    // The answered banner is gone, and the focus with it. A banner that closes without an answer
    // had none.
    const isGone = wasAsked.current && !isAsked && isAnswered
    if (isGone && document.activeElement === document.body) focusHeading()
    wasAsked.current = isAsked
  }, [isAsked, isAnswered])

  return (
    <NotificationContext value={notifications}>
      <div className={styles.root}>
        <a
          className={styles.skip}
          href="#content"
          onClick={(event) => {
            // Without a hash in the address: it would count as another visit of the page.
            event.preventDefault()
            focusHeading()
          }}
        >
          <Trans>Skip to content</Trans>
        </a>
        {isAsked && <ConsentBanner />}
        {isDetailed && <ConsentSettings />}
        <OfflineNotice />
        {children}
        <p className="unseen" aria-live="polite">
          {/* Nothing in a language that the page no longer speaks. */}
          {announced === text && announced}
        </p>
      </div>
    </NotificationContext>
  )
}

/** Says that the network is gone, for as long as the browser knows it. */
function OfflineNotice() {
  const { t } = useLingui()
  const isOffline = useSyncExternalStore(subscribe, () => !navigator.onLine, never)
  return isOffline && <Notice>{t`You seem to be offline.`}</Notice>
}

const networkEvents = ['online', 'offline']

function subscribe(listener: () => void): () => void {
  for (const one of networkEvents) addEventListener(one, listener)
  return () => {
    for (const one of networkEvents) removeEventListener(one, listener)
  }
}

const never = () => false
