import { type Path, paths } from '@gatehouse/contract/routes'
import { createRouter, type Router } from '../router/createRouter.ts'
import type { PageHistory } from '../router/pageHistory.ts'
import { RedirectError } from '../router/RedirectError.ts'
import type { Portal } from '../context/portal.ts'
import { layouts } from './layouts/layouts.ts'
import { guard } from '../routes/guard.ts'
import type { ScreenRoute } from '../routes/screenRoute.ts'
import { screens } from '../routes/screens.ts'

const known: ReadonlySet<string> = new Set(Object.values(paths))

/** The router of a portal: every path of the contract is behind the guard, whatever else is nothing. */
export function createRouting(portal: Portal, history: PageHistory): Router<ScreenRoute> {
  return createRouter<ScreenRoute>({
    history,
    screenAt,
    async enter({ pathname, query }) {
      if (!isKnown(pathname)) throw new RedirectError(paths.notFound)
      await guard(portal, pathname, query)
      // The banner comes with what is shown first: later it would push that away.
      portal.consent.look()
      const screen = screenAt(pathname)
      if (screen === undefined) throw new RedirectError(paths.notFound)
      const instead = await screen.admit?.(new URLSearchParams(query), portal)
      if (instead) throw new RedirectError(instead)
      await Promise.all([screen.component.preload?.(), layouts[screen.frame].preload?.()])
      return screen
    },
    arrived: ({ pathname }) => portal.tags.arrive(pathname),
    prefetch({ component, frame }) {
      component.prefetch?.()
      layouts[frame].prefetch?.()
    },
  })
}

function screenAt(pathname: string): ScreenRoute | undefined {
  return screens.find(({ path }) => path === pathname)
}

function isKnown(pathname: string): pathname is Path {
  return known.has(pathname)
}
