import { msg } from '@lingui/core/macro'
import { paths } from '@gatehouse/contract/paths'
import { lazyScreen } from '../../session/lazyScreen.ts'
import type { ScreenRoute } from '../../app/screenRoute.ts'

export const passwordRecoveryRoute: ScreenRoute = {
  path: paths.passwordRecovery,
  title: msg`Password recovery`,
  frame: 'visitor',
  next: paths.passwordRecoverySent,
  component: lazyScreen(() => import('./PasswordRecovery.tsx'), 'PasswordRecovery'),
}
