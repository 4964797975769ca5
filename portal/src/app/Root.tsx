import type { MessageDescriptor } from '@lingui/core'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { usePortal } from '../session/portal.ts'
import { documentTitle } from './documentTitle.ts'

/** What every screen has: its title, told and shown, and the focus on its heading after a move. */
export function Root() {
  const { configuration } = usePortal()
  const { i18n } = useLingui()
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
    <>
      <Outlet />
      <p className="unseen" aria-live="polite">
        {announced}
      </p>
    </>
  )
}
