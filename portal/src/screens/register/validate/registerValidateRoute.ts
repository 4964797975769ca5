import { msg } from '@lingui/core/macro'
import { paths } from '@gatehouse/contract/paths'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { ScreenRoute } from '../../../app/screenRoute.ts'

export const registerValidateRoute: ScreenRoute = {
  path: paths.registerValidate,
  title: msg`Validate registration`,
  frame: 'visitor',
  component: lazyRouteComponent(() => import('./RegisterValidate.tsx'), 'RegisterValidate'),
}
