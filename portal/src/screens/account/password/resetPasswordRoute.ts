import { msg } from '@lingui/core/macro'
import { paths } from '@gatehouse/contract/routes'
import { lazyScreen } from '../../../routes/lazyScreen.ts'
import type { ScreenRoute } from '../../../routes/screenRoute.ts'

export const resetPasswordRoute: ScreenRoute = {
  path: paths.resetPassword,
  title: msg`Update password`,
  frame: 'account',
  component: lazyScreen(() => import('./ResetPassword.tsx'), 'ResetPassword'),
}
