import { msg } from '@lingui/core/macro'
import { paths } from '@gatehouse/contract/paths'
import { lazyScreen } from '../../../session/lazyScreen.ts'
import type { ScreenRoute } from '../../../app/screenRoute.ts'

export const updateUsernameRoute: ScreenRoute = {
  path: paths.updateUsername,
  title: msg`Update username`,
  frame: 'account',
  component: lazyScreen(() => import('./UpdateUsername.tsx'), 'UpdateUsername'),
}
