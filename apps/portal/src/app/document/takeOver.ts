import { routeAt } from '@gatehouse/contract/routes'
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import { holdFields } from './heldFields.ts'

/** Few pages fail: what tells of it comes when it is needed. */
const reporting = () => import('@gatehouse/ui/reportFailure')

/** The screen of the address: of a path that is none, nothing is told. */
const screenNow = () => routeAt(location.pathname)?.path ?? 'other'

function tell(kind: 'hydration' | 'screen', error: unknown): void {
  const screen = screenNow()
  reporting().then(
    ({ reportFailure }) => reportFailure(kind, error, screen),
    () => undefined,
  )
}

/** From now on errors that reach the window are told. */
export function watchPage(): void {
  reporting().then(
    ({ watchFailures }) => watchFailures(screenNow),
    () => undefined,
  )
}

const tellsFailures = {
  onCaughtError(error: unknown) {
    // oxlint-disable-next-line no-console -- what React does itself
    console.error(error)
    tell('screen', error)
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
        tell('hydration', error)
        fillIn()
      },
    }),
  )
}
