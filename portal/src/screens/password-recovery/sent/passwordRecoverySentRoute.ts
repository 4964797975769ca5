import { msg } from '@lingui/core/macro'
import { paths } from '@gatehouse/contract/paths'
import { lazyScreen } from '../../../session/lazyScreen.ts'
import type { ScreenRoute } from '../../../app/screenRoute.ts'

export const passwordRecoverySentRoute: ScreenRoute = {
  path: paths.passwordRecoverySent,
  title: msg`Password recovery sent`,
  frame: 'visitor',
  component: lazyScreen(() => import('./PasswordRecoverySent.tsx'), 'PasswordRecoverySent'),
}
