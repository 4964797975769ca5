import { msg } from '@lingui/core/macro'
import { paths } from '@gatehouse/contract/paths'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { ScreenRoute } from '../../../app/screenRoute.ts'

export const passwordRecoveryResetRoute: ScreenRoute = {
  path: paths.passwordRecoveryReset,
  title: msg`Reset password`,
  frame: 'visitor',
  component: lazyRouteComponent(
    () => import('./PasswordRecoveryReset.tsx'),
    'PasswordRecoveryReset',
  ),
}
