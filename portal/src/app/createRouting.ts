import { type Path, paths } from '@gatehouse/contract/paths'
import { createRouter, type Router } from '../routing/createRouter.ts'
import type { PageHistory } from '../routing/pageHistory.ts'
import { Redirect } from '../routing/Redirect.ts'
import type { Portal } from '../session/portal.ts'
import { frames } from './frames.ts'
import { guard } from './guard.ts'
import type { ScreenRoute } from './screenRoute.ts'
import { screens } from './screens.ts'

const known: ReadonlySet<string> = new Set(Object.values(paths))

/** The router of a portal: every path of the contract is behind the guard, whatever else is nothing. */
export function createRouting(portal: Portal, history: PageHistory): Router<ScreenRoute> {
  return createRouter<ScreenRoute>({
    history,
    screenAt,
    async enter({ pathname, query }) {
      if (!isKnown(pathname)) throw new Redirect(paths.notFound)
      await guard(portal, pathname, query)
      // The banner comes with what is shown first: later it would push that away.
      portal.consent.look()
      const screen = screenAt(pathname)
      if (screen === undefined) throw new Redirect(paths.notFound)
      const instead = await screen.admit?.(new URLSearchParams(query), portal)
      if (instead) throw new Redirect(instead)
      await Promise.all([screen.component.preload?.(), frames[screen.frame].preload?.()])
      return screen
    },
    arrived: ({ pathname }) => portal.tags.arrive(pathname),
    prefetch({ component, frame }) {
      component.prefetch?.()
      frames[frame].prefetch?.()
    },
  })
}

function screenAt(pathname: string): ScreenRoute | undefined {
  return screens.find(({ path }) => path === pathname)
}

function isKnown(pathname: string): pathname is Path {
  return known.has(pathname)
}
