import { msg } from '@lingui/core/macro'
import { paths } from '@gatehouse/contract/routes'
import { lazyScreen } from '../../routes/lazyScreen.ts'
import type { ScreenRoute } from '../../routes/screenRoute.ts'

export const passwordRecoveryResetRoute: ScreenRoute = {
  path: paths.passwordRecoveryReset,
  title: msg`Reset password`,
  frame: 'visitor',
  component: lazyScreen(() => import('./PasswordRecoveryReset.tsx'), 'PasswordRecoveryReset'),
}
