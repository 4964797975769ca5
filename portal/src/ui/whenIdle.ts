/** Acts once the browser has nothing else to do. Safari cannot tell when it is: `patience` is as good as that. */
export function whenIdle(act: () => void, patience = 2000): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(act)
  else setTimeout(act, patience)
}
