import { msg } from '@lingui/core/macro'
import { paths } from '@gatehouse/contract/paths'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { ScreenRoute } from '../../../../app/screenRoute.ts'

export const updateEmailSuccessRoute: ScreenRoute = {
  path: paths.updateEmailSuccess,
  title: msg`Email updated`,
  frame: 'centred',
  component: lazyRouteComponent(() => import('./UpdateEmailSuccess.tsx'), 'UpdateEmailSuccess'),
}
