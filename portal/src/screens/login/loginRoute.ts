import { msg } from '@lingui/core/macro'
import { paths } from '@gatehouse/contract/routes'
import { lazyScreen } from '../../routes/lazyScreen.ts'
import type { ScreenRoute } from '../../routes/screenRoute.ts'

export const loginRoute: ScreenRoute = {
  path: paths.login,
  title: msg`Login`,
  frame: 'visitor',
  next: paths.account,
  component: lazyScreen(() => import('./Login.tsx'), 'Login'),
}
