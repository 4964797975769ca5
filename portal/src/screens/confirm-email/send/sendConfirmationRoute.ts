import { msg } from '@lingui/core/macro'
import { paths } from '@gatehouse/contract/paths'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { ScreenRoute } from '../../../app/screenRoute.ts'

export const sendConfirmationRoute: ScreenRoute = {
  path: paths.confirmEmailSend,
  title: msg`Send confirmation email`,
  frame: 'visitor',
  component: lazyRouteComponent(() => import('./SendConfirmation.tsx'), 'SendConfirmation'),
}
