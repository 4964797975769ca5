import { msg } from '@lingui/core/macro'
import { paths } from '@gatehouse/contract/routes'
import { lazyScreen } from '../../routes/lazyScreen.ts'
import type { ScreenRoute } from '../../routes/screenRoute.ts'

export const homeRoute: ScreenRoute = {
  path: paths.home,
  title: msg`Home`,
  frame: 'visitor',
  next: paths.login,
  component: lazyScreen(() => import('./Home.tsx'), 'Home'),
}
