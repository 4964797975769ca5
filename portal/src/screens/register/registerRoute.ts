import { msg } from '@lingui/core/macro'
import { paths } from '@gatehouse/contract/paths'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { ScreenRoute } from '../../app/screenRoute.ts'

export const registerRoute: ScreenRoute = {
  path: paths.register,
  title: msg`Register`,
  frame: 'visitor',
  component: lazyRouteComponent(() => import('./Register.tsx'), 'Register'),
}
