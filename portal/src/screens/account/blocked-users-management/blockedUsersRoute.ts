import { msg } from '@lingui/core/macro'
import { paths } from '@gatehouse/contract/paths'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { ScreenRoute } from '../../../app/screenRoute.ts'

export const blockedUsersRoute: ScreenRoute = {
  path: paths.blockedUsers,
  title: msg`Blocked users`,
  frame: 'account',
  component: lazyRouteComponent(() => import('./BlockedUsers.tsx'), 'BlockedUsers'),
}
