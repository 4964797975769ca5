import { reportFailure } from '@gatehouse/ui/reportFailure'
import { routeAt } from '@gatehouse/contract/routes'
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import { holdFields } from './heldFields.ts'

/** The screen of the address: of a path that is none, nothing is told. */
export const screenNow = () => routeAt(location.pathname)?.path ?? 'other'

const tellsFailures = {
  onCaughtError(error: unknown) {
    // oxlint-disable-next-line no-console -- what React does itself
    console.error(error)
    reportFailure('screen', error, screenNow())
  },
} as const

/** Draws the portal in place of what the page has. */
export function draw(page: HTMLElement, app: ReactNode): Root {
  const root = createRoot(page, tellsFailures)
  root.render(app)
  return root
}

/** Makes the prerendered screen of a page the portal's own, with what was typed so far. */
export function takeOver(page: HTMLElement, app: ReactNode): Root {
  const fillIn = holdFields(page)
  // At once: a part that is not hydrated yet cannot be replaced.
  return flushSync(() =>
    hydrateRoot(page, app, {
      ...tellsFailures,
      onRecoverableError(error) {
        reportFailure('hydration', error, screenNow())
        fillIn()
      },
    }),
  )
}
