import { msg } from '@lingui/core/macro'
import { paths } from '@gatehouse/contract/paths'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { ScreenRoute } from '../../app/screenRoute.ts'

export const passwordRecoveryRoute: ScreenRoute = {
  path: paths.passwordRecovery,
  title: msg`Password recovery`,
  frame: 'visitor',
  component: lazyRouteComponent(() => import('./PasswordRecovery.tsx'), 'PasswordRecovery'),
}
