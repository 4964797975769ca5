import { isMissingFile } from './oldBuild.ts'

/* Failures of a page, told to its own server by a beacon: see packages/contract/src/pageFailures.ts. */

type Kind = 'hydration' | 'screen' | 'script'

/** A page that fails again and again says so five times. */
const most = 5
const told = new Set<string>()
/** Milliseconds. A page that is being left ends what it loads, and WebKit tells this as a failure of it. */
const grace = 1000

/** Tells the server of a failure on a screen, once each, where the page stays. */
export function reportFailure(kind: Kind, error: unknown, screen: string): void {
  const { name, code } = kindOf(error)
  // What was ended on purpose is no failure.
  if (name === 'AbortError') return
  const Build = new URL(import.meta.url).pathname.replace(/^.*\//, '')
  const report = JSON.stringify({ Kind: kind, Name: name, Code: code, Screen: screen, Build })
  if (told.has(report) || told.size >= most) return
  told.add(report)
  const waiting = setTimeout(() => {
    const { sendBeacon } = navigator as Partial<Navigator>
    sendBeacon?.call(navigator, '/failures', new Blob([report], { type: 'application/json' }))
  }, grace)
  addEventListener('pagehide', () => clearTimeout(waiting), { once: true })
}

/** What of an error is no text of anybody: its name, and the number that React gives to it. */
function kindOf(error: unknown): { readonly name: string; readonly code: string } {
  if (!(error instanceof Error)) return { name: 'Error', code: '' }
  const name = /^[A-Za-z]{1,40}$/.test(error.name) ? error.name : 'Error'
  if (isMissingFile(error)) return { name, code: 'file' }
  return { name, code: /^Minified React error #(\d{1,4});/.exec(error.message)?.[1] ?? '' }
}

/**
 * From now on tells the server of errors that reach the window. Those of other sites' scripts have no
 * error, and are not ours.
 */
export function watchFailures(screenOf: () => string): void {
  addEventListener('error', ({ error, filename }: ErrorEvent) => {
    const isOurs = filename === '' || filename.startsWith(location.origin)
    if (error instanceof Error && isOurs) reportFailure('script', error, screenOf())
  })
  addEventListener('unhandledrejection', ({ reason }: PromiseRejectionEvent) =>
    reportFailure('script', reason, screenOf()),
  )
}
