import { msg } from '@lingui/core/macro'
import { paths } from '@gatehouse/contract/routes'
import { lazyScreen } from '../../routes/lazyScreen.ts'
import type { ScreenRoute } from '../../routes/screenRoute.ts'

export const passwordRecoveryRoute: ScreenRoute = {
  path: paths.passwordRecovery,
  title: msg`Password recovery`,
  frame: 'visitor',
  next: paths.passwordRecoverySent,
  component: lazyScreen(() => import('./PasswordRecovery.tsx'), 'PasswordRecovery'),
}
