import { msg } from '@lingui/core/macro'
import { paths } from '@gatehouse/contract/paths'
import { lazyScreen } from '../../../session/lazyScreen.ts'
import type { ScreenRoute } from '../../../app/screenRoute.ts'

export const passwordRecoveryResetRoute: ScreenRoute = {
  path: paths.passwordRecoveryReset,
  title: msg`Reset password`,
  frame: 'visitor',
  component: lazyScreen(() => import('./PasswordRecoveryReset.tsx'), 'PasswordRecoveryReset'),
}
