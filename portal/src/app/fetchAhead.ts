import { paths } from '@gatehouse/contract/routes'
import type { Router } from '../router/createRouter.ts'
import type { ScreenRoute } from '../routes/routes.ts'
import { whenIdle } from '../ui/whenIdle.ts'

/** Fetches where most go from the screen that is shown, once the browser has nothing else to do. */
export function fetchAhead(router: Router<ScreenRoute>): void {
  router.subscribe(() => {
    const next = router.read()?.screen.next
    if (next !== undefined) whenIdle(() => router.prefetch(paths[next]))
  })
}
