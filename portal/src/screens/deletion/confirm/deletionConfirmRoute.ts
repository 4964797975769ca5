import { msg } from '@lingui/core/macro'
import { paths } from '@gatehouse/contract/paths'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { ScreenRoute } from '../../../app/screenRoute.ts'

export const deletionConfirmRoute: ScreenRoute = {
  path: paths.deletionConfirm,
  title: msg`Account deleted`,
  frame: 'centred',
  component: lazyRouteComponent(() => import('./ConfirmDeletion.tsx'), 'ConfirmDeletion'),
}
