import { msg } from '@lingui/core/macro'
import { paths } from '@gatehouse/contract/paths'
import { lazyScreen } from '../../session/lazyScreen.ts'
import type { ScreenRoute } from '../../app/screenRoute.ts'

export const registerRoute: ScreenRoute = {
  path: paths.register,
  title: msg`Register`,
  frame: 'visitor',
  next: paths.registerConfirm,
  component: lazyScreen(() => import('./Register.tsx'), 'Register'),
}
