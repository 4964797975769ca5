/**
 * Acts once the browser has nothing else to do. Safari does not report that: there `fallbackDelay` takes
 * its place.
 */
export function whenIdle(act: () => void, fallbackDelay = 2000): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(act)
  else setTimeout(act, fallbackDelay)
}
