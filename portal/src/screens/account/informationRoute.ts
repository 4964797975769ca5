import { msg } from '@lingui/core/macro'
import { paths } from '@gatehouse/contract/paths'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { ScreenRoute } from '../../app/screenRoute.ts'

export const informationRoute: ScreenRoute = {
  path: paths.account,
  title: msg`My information`,
  frame: 'account',
  component: lazyRouteComponent(() => import('./Information.tsx'), 'Information'),
}
