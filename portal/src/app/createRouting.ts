import { isPath, paths } from '@gatehouse/contract/routes'
import type { Portal } from '../context/portal.ts'
import { createRouter, type Router } from '../router/createRouter.ts'
import type { PageHistory } from '../router/pageHistory.ts'
import { RedirectError } from '../router/RedirectError.ts'
import { guard } from '../routes/guard.ts'
import { framed, screenAt, type ScreenRoute } from '../routes/routes.ts'
import { layouts } from './layouts.ts'
import { dropOldNotification } from '../ui/notifications.ts'

/** The router of a portal: every path of the contract is behind the guard; there are no others. */
export function createRouting(portal: Portal, history: PageHistory): Router<ScreenRoute> {
  let left = ''
  return createRouter<ScreenRoute>({
    history,
    screenAt,
    async enter({ pathname, query, wholeQuery }) {
      const found = screenAt(pathname)
      if (found === undefined || !isPath(pathname)) throw new RedirectError(paths.notFound)
      await guard(portal, pathname, wholeQuery)
      // The banner comes with the first paint: later it would move the page.
      portal.consent.look()
      const instead = await found.admit?.(new URLSearchParams(query), portal, found.path)
      if (instead) throw new RedirectError(instead)
      const route = framed(found, portal)
      await Promise.all([route.screen.preload?.(), layouts[route.layout].preload?.()])
      return route
    },
    arrived({ pathname }) {
      if (left !== '' && left !== pathname) dropOldNotification(portal.notifications)
      left = pathname
      if (!pathname.startsWith(paths.error)) portal.drafts.forgetPasswords()
      portal.tags.onScreenShown(pathname)
    },
    prefetch({ screen, layout }) {
      screen.prefetch?.()
      layouts[layout].prefetch?.()
    },
  })
}
