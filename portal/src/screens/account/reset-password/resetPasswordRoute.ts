import { msg } from '@lingui/core/macro'
import { paths } from '@gatehouse/contract/paths'
import { lazyScreen } from '../../../session/lazyScreen.ts'
import type { ScreenRoute } from '../../../app/screenRoute.ts'

export const resetPasswordRoute: ScreenRoute = {
  path: paths.resetPassword,
  title: msg`Update password`,
  frame: 'account',
  component: lazyScreen(() => import('./ResetPassword.tsx'), 'ResetPassword'),
}
