/**
 * Acts once the browser has nothing else to do, or after five seconds: Chromium can forget it on a page
 * that draws nothing. Safari does not report that: there `fallbackDelay` takes its place.
 */
export function whenIdle(act: () => void, fallbackDelay = 2000): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(act, { timeout: 5000 })
  else setTimeout(act, fallbackDelay)
}
