import { msg } from '@lingui/core/macro'
import { paths } from '@gatehouse/contract/paths'
import { lazyScreen } from '../../../session/lazyScreen.ts'
import type { ScreenRoute } from '../../../app/screenRoute.ts'

export const blockedUsersRoute: ScreenRoute = {
  path: paths.blockedUsers,
  title: msg`Blocked users`,
  frame: 'account',
  component: lazyScreen(() => import('./BlockedUsers.tsx'), 'BlockedUsers'),
}
