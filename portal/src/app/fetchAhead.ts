import { paths } from '@gatehouse/contract/routes'
import type { Router } from '../router/createRouter.ts'
import type { ScreenRoute } from '../routes/routes.ts'

/** Fetches where most go from the screen that is shown, once the browser has nothing else to do. */
export function fetchAhead(router: Router<ScreenRoute>): void {
  router.subscribe(() => {
    const next = router.read()?.screen.next
    if (next !== undefined) whenIdle(() => router.prefetch(paths[next]))
  })
}

/** Safari cannot tell when it is idle: two seconds are as good as that. */
function whenIdle(act: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(act)
  else setTimeout(act, 2000)
}
