import { paths, type Path } from '@gatehouse/contract/paths'
import { createRootRoute, createRoute, redirect, type RouteComponent } from '@tanstack/react-router'
import type { Portal } from '../session/portal.ts'
import { BrokenFrame } from './BrokenFrame.tsx'
import { CentredFrame } from './CentredFrame.tsx'
import { Progress } from '../ui/Progress.tsx'
import { guard } from './guard.ts'
import { lazyScreen } from '../session/lazyScreen.ts'
import { Root } from './Root.tsx'
import type { Frame } from './screenRoute.ts'
import { screens } from './screens.ts'
import { VisitorFrame } from './VisitorFrame.tsx'

const frames: Record<Frame, RouteComponent> = {
  visitor: VisitorFrame,
  centred: CentredFrame,
  account: lazyScreen(() => import('./AccountFrame.tsx'), 'AccountFrame'),
}

/** The route tree: a frame for each kind of screen, and every path of the contract behind the guard. */
export function createRoutes(portal: Portal) {
  const root = createRootRoute({ component: Root, errorComponent: BrokenFrame })

  const framed = Object.entries(frames).map(([frame, component]) => {
    const parent = createRoute({
      getParentRoute: () => root,
      id: frame,
      component,
      errorComponent: BrokenFrame,
    })
    return parent.addChildren(
      screens
        .filter((screen) => screen.frame === frame)
        .map(({ path, title, component, admit }) =>
          createRoute({
            getParentRoute: () => parent,
            path,
            component,
            // In its frame; what comes before there is one is the router's own.
            pendingComponent: Progress,
            staticData: { title },
            async beforeLoad({ search }) {
              await guard(portal, path, search)
              const query = new URLSearchParams(search as Record<string, string>)
              const instead = await admit?.(query, portal)
              if (instead) throw redirect({ to: instead, replace: true })
            },
          }),
        ),
    )
  })

  const screened = new Set<Path>(screens.map(({ path }) => path))
  const bare = Object.values(paths)
    .filter((path) => !screened.has(path))
    .map((path) =>
      createRoute({
        getParentRoute: () => root,
        path,
        async beforeLoad({ search }) {
          await guard(portal, path, search)
          throw notFound
        },
      }),
    )

  const unknown = createRoute({
    getParentRoute: () => root,
    path: '$',
    beforeLoad() {
      throw notFound
    },
  })
  return root.addChildren([...framed, ...bare, unknown])
}

const notFound = redirect({ to: paths.notFound, replace: true })
