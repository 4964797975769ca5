import { isMissingFile } from '@gatehouse/ui/oldBuild'
import { paths, isPath } from '@gatehouse/contract/routes'
import type { Navigation, Services, Portal } from '../context/portal.ts'
import {
  type Router,
  createRouter,
  RedirectError,
  type PageHistory,
} from '../router/createRouter.ts'
import { hrefOf } from '../router/readEntry.ts'
import { redirectOut, whenStayed } from '../router/redirectOut.ts'
import { failurePage, lockOf, requestIdOf, supportNoteOf } from '../routes/failurePage.ts'
import { isNetworkError, isOverloaded } from '../session/createApi.ts'
import { guard } from '../routes/guard.ts'
import { framed, screenAt, type ScreenRoute } from '../routes/routes.ts'
import { layouts } from './layouts.ts'
import { dropOldNotification } from '../ui/notifications.ts'

/** The forms that begin a registration or a log-in. */
const ofVisitors = ['register', 'login', 'login-name']

/** The ways of a part of the page to other screens and sites, as long as it is the player's current one. */
export function createMoves(
  services: Services,
  router: () => Router<unknown>,
  isCurrent: () => boolean,
): Navigation {
  const { session, returnTo, tags, failure, logIn, registration, drafts } = services
  const moves: Navigation = {
    isCurrent,

    go: (href, move) => void (isCurrent() && router().navigate(href, move)),

    async leave(url, options) {
      if (isCurrent()) await Promise.race([redirectOut(url, options), whenStayed()])
    },

    async follow(destination, otherwise) {
      if (destination?.kind === 'outside') return moves.leave(destination.url)
      if (isCurrent()) await router().navigate(destination?.path ?? otherwise, { replace: true })
    },

    async enter(identity, clientId = returnTo.clientId()) {
      // A registration that waited is confirmed now, or it is another player's.
      logIn.finish()
      registration.end()
      for (const form of ofVisitors) drafts.forget(form)
      await session.signIn(identity, clientId)
      tags.sendEvent('login_success')
      await moves.proceed()
    },

    async proceed() {
      // What was wanted waits for a second step that is required.
      const waits = session.read().user?.MustEnrol
      if (isCurrent()) await moves.follow(waits ? null : await returnTo.take(), paths.account)
    },

    fail(error, { replace = false, canRetry = false } = {}) {
      if (!isCurrent()) return
      const { href, pathname } = router().history.read()
      failure.note({
        requestId: requestIdOf(error),
        supportNote: supportNoteOf(error, pathname),
        isRetryBehind: false,
        lock: lockOf(error),
      })
      // The same once more, unless the screen knows where else another try begins.
      if ((canRetry || mayCome(error)) && failure.read().retry === '') {
        failure.note({ retry: href, isRetryBehind: !replace })
      }
      const { path, message } = failurePage(error, session.read().token !== null)
      void router().navigate(hrefOf(path, message === null ? {} : { message }), { replace })
    },
  }
  return moves
}

/** True for what did not come now, and may another time. */
function mayCome(error: unknown): boolean {
  return isNetworkError(error) || isMissingFile(error) || isOverloaded(error)
}

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
