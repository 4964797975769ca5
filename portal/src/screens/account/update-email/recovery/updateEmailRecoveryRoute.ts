import { msg } from '@lingui/core/macro'
import { paths } from '@gatehouse/contract/paths'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { ScreenRoute } from '../../../../app/screenRoute.ts'

export const updateEmailRecoveryRoute: ScreenRoute = {
  path: paths.updateEmailRecovery,
  title: msg`Email recovery`,
  frame: 'centred',
  component: lazyRouteComponent(() => import('./UpdateEmailRecovery.tsx'), 'UpdateEmailRecovery'),
}
