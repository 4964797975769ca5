import { msg } from '@lingui/core/macro'
import { paths } from '@gatehouse/contract/paths'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { ScreenRoute } from '../../../app/screenRoute.ts'

export const updateUsernameRoute: ScreenRoute = {
  path: paths.updateUsername,
  title: msg`Update username`,
  frame: 'account',
  component: lazyRouteComponent(() => import('./UpdateUsername.tsx'), 'UpdateUsername'),
}
