import { msg } from '@lingui/core/macro'
import { paths } from '@gatehouse/contract/paths'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { ScreenRoute } from '../../../app/screenRoute.ts'

export const cookiesRoute: ScreenRoute = {
  path: paths.cookies,
  title: msg`Cookies`,
  frame: 'account',
  component: lazyRouteComponent(() => import('./Cookies.tsx'), 'Cookies'),
}
