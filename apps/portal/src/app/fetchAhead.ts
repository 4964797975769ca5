import { paths } from '@gatehouse/contract/routes'
import type { Router } from '../router/createRouter.ts'
import type { ScreenRoute } from '../routes/routes.ts'
import { whenIdle } from '../ui/whenIdle.ts'

/**
 * Fetches where most go from the screen that is shown, once the browser has nothing else to do; and once
 * what is shown without a network, which could not be fetched then.
 */
export function fetchAhead(router: Router<ScreenRoute>): void {
  whenIdle(() => {
    router.prefetch(paths.error)
    import('./errors/ScreenErrorFallback.tsx').catch(() => undefined)
  })
  router.subscribe(() => {
    const next = router.read()?.screen.next
    if (next !== undefined) whenIdle(() => router.prefetch(paths[next]))
  })
}
