import { msg } from '@lingui/core/macro'
import { paths } from '@gatehouse/contract/routes'
import { lazyScreen } from '../../../routes/lazyScreen.ts'
import type { ScreenRoute } from '../../../routes/screenRoute.ts'

export const blockedUsersRoute: ScreenRoute = {
  path: paths.blockedUsers,
  title: msg`Blocked users`,
  frame: 'account',
  component: lazyScreen(() => import('./BlockedUsers.tsx'), 'BlockedUsers'),
}
