/**
 * Acts once the browser has nothing else to do. Safari does not report that: there `patience` takes
 * its place.
 */
export function whenIdle(act: () => void, patience = 2000): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(act)
  else setTimeout(act, patience)
}
