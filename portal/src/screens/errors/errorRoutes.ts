import { msg } from '@lingui/core/macro'
import { paths } from '@gatehouse/contract/paths'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { ScreenRoute } from '../../app/screenRoute.ts'

const shape = { title: msg`Error`, frame: 'centred' } as const
const load = () => import('./ErrorPages.tsx')

export const errorRoutes: readonly ScreenRoute[] = [
  { ...shape, path: paths.error, component: lazyRouteComponent(load, 'ErrorPage') },
  { ...shape, path: paths.badRequest, component: lazyRouteComponent(load, 'BadRequestError') },
  { ...shape, path: paths.internalError, component: lazyRouteComponent(load, 'InternalError') },
  { ...shape, path: paths.notFound, component: lazyRouteComponent(load, 'NotFoundError') },
]
