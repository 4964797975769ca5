import { msg } from '@lingui/core/macro'
import { paths } from '@gatehouse/contract/paths'
import { lazyScreen } from '../../session/lazyScreen.ts'
import type { ScreenRoute } from '../../app/screenRoute.ts'

export const loginRoute: ScreenRoute = {
  path: paths.login,
  title: msg`Login`,
  frame: 'visitor',
  next: paths.account,
  component: lazyScreen(() => import('./Login.tsx'), 'Login'),
}
