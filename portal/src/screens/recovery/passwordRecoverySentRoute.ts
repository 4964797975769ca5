import { msg } from '@lingui/core/macro'
import { paths } from '@gatehouse/contract/routes'
import { lazyScreen } from '../../routes/lazyScreen.ts'
import type { ScreenRoute } from '../../routes/screenRoute.ts'

export const passwordRecoverySentRoute: ScreenRoute = {
  path: paths.passwordRecoverySent,
  title: msg`Password recovery sent`,
  frame: 'visitor',
  component: lazyScreen(() => import('./PasswordRecoverySent.tsx'), 'PasswordRecoverySent'),
}
