import type { MessageDescriptor } from '@lingui/core'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { useLingui } from '@lingui/react/macro'
import { type ComponentType, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useConsent } from '../consent/useConsent.ts'
import { usePortal } from '../session/portal.ts'
import { documentTitle } from './documentTitle.ts'
import styles from './Root.module.css'

// Most visits need neither, and a page without them works.
const ConsentBanner = whenThere(
  async () => (await import('../consent/ConsentBanner.tsx')).ConsentBanner,
)
const ConsentSettings = whenThere(
  async () => (await import('../consent/ConsentSettings.tsx')).ConsentSettings,
)

/** What every screen has: its title, told and shown, and the focus on its heading after a move. */
export function Root() {
  const { configuration } = usePortal()
  const { i18n } = useLingui()
  const { isAsked, isDetailed } = useConsent().state
  const title = useRouterState({
    select: ({ matches }): MessageDescriptor | null => matches.at(-1)?.staticData.title ?? null,
    structuralSharing: false,
  })
  const place = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  const text = documentTitle(title === null ? null : i18n._(title), configuration)
  const previous = useRef<string | null>(null)
  const [announced, announce] = useState('')

  useEffect(() => {
    document.title = text
    if (place === undefined) return
    const hasMoved = previous.current !== null && previous.current !== place
    previous.current = place
    if (!hasMoved) return
    announce(text)
    const heading = document.querySelector<HTMLElement>('h1')
    heading?.setAttribute('tabindex', '-1')
    heading?.focus()
  }, [text, place])

  return (
    <div className={styles.root}>
      <Suspense>{isAsked && <ConsentBanner />}</Suspense>
      <Suspense>{isDetailed && <ConsentSettings />}</Suspense>
      <Outlet />
      <p className="unseen" aria-live="polite">
        {announced}
      </p>
    </div>
  )
}

/** A part of the page that comes later, or not at all when it cannot be fetched. */
function whenThere(load: () => Promise<ComponentType>) {
  return lazy(async () => ({ default: await load().catch(() => Nothing) }))
}

function Nothing() {
  return null
}
