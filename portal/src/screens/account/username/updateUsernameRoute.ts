import { msg } from '@lingui/core/macro'
import { paths } from '@gatehouse/contract/routes'
import { lazyScreen } from '../../../routes/lazyScreen.ts'
import type { ScreenRoute } from '../../../routes/screenRoute.ts'

export const updateUsernameRoute: ScreenRoute = {
  path: paths.updateUsername,
  title: msg`Update username`,
  frame: 'account',
  component: lazyScreen(() => import('./UpdateUsername.tsx'), 'UpdateUsername'),
}
