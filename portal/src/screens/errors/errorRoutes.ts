import { msg } from '@lingui/core/macro'
import { paths } from '@gatehouse/contract/routes'
import { lazyScreen } from '../../routes/lazyScreen.ts'
import type { ScreenRoute } from '../../routes/screenRoute.ts'
import { ErrorPage } from './ErrorPage.tsx'

const shape = { title: msg`Error`, frame: 'centred' } as const
const load = () => import('./ErrorPages.tsx')

export const errorRoutes: readonly ScreenRoute[] = [
  { ...shape, path: paths.error, component: ErrorPage },
  { ...shape, path: paths.badRequest, component: lazyScreen(load, 'BadRequestError') },
  { ...shape, path: paths.internalError, component: lazyScreen(load, 'InternalError') },
  { ...shape, path: paths.notFound, component: lazyScreen(load, 'NotFoundError') },
]
