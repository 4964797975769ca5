import { msg } from '@lingui/core/macro'
import { paths } from '@gatehouse/contract/routes'
import { lazyScreen } from '../../routes/lazyScreen.ts'
import type { ScreenRoute } from '../../routes/screenRoute.ts'

export const registerRoute: ScreenRoute = {
  path: paths.register,
  title: msg`Register`,
  frame: 'visitor',
  next: paths.registerConfirm,
  component: lazyScreen(() => import('./Register.tsx'), 'Register'),
}
