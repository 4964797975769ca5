import { msg } from '@lingui/core/macro'
import { paths } from '@gatehouse/contract/paths'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { ScreenRoute } from '../../app/screenRoute.ts'

export const homeRoute: ScreenRoute = {
  path: paths.home,
  title: msg`Home`,
  frame: 'visitor',
  component: lazyRouteComponent(() => import('./Home.tsx'), 'Home'),
}
