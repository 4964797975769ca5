import { msg } from '@lingui/core/macro'
import { paths } from '@gatehouse/contract/paths'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { ScreenRoute } from '../../../app/screenRoute.ts'

export const resetPasswordRoute: ScreenRoute = {
  path: paths.resetPassword,
  title: msg`Update password`,
  frame: 'account',
  component: lazyRouteComponent(() => import('./ResetPassword.tsx'), 'ResetPassword'),
}
