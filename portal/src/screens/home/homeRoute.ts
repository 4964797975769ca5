import { msg } from '@lingui/core/macro'
import { paths } from '@gatehouse/contract/paths'
import { lazyScreen } from '../../session/lazyScreen.ts'
import type { ScreenRoute } from '../../app/screenRoute.ts'

export const homeRoute: ScreenRoute = {
  path: paths.home,
  title: msg`Home`,
  frame: 'visitor',
  next: paths.login,
  component: lazyScreen(() => import('./Home.tsx'), 'Home'),
}
