import { msg } from '@lingui/core/macro'
import { paths } from '@gatehouse/contract/paths'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { ScreenRoute } from '../../app/screenRoute.ts'

export const loginRoute: ScreenRoute = {
  path: paths.login,
  title: msg`Login`,
  frame: 'visitor',
  component: lazyRouteComponent(() => import('./Login.tsx'), 'Login'),
}
