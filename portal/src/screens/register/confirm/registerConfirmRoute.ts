import { msg } from '@lingui/core/macro'
import { paths } from '@gatehouse/contract/paths'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { ScreenRoute } from '../../../app/screenRoute.ts'

export const registerConfirmRoute: ScreenRoute = {
  path: paths.registerConfirm,
  title: msg`Registration sent`,
  frame: 'visitor',
  component: lazyRouteComponent(() => import('./ConfirmRegister.tsx'), 'ConfirmRegister'),
}
