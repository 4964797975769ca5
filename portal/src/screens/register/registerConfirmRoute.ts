import { msg } from '@lingui/core/macro'
import { paths } from '@gatehouse/contract/routes'
import { lazyScreen } from '../../routes/lazyScreen.ts'
import type { ScreenRoute } from '../../routes/screenRoute.ts'

export const registerConfirmRoute: ScreenRoute = {
  path: paths.registerConfirm,
  title: msg`Registration sent`,
  frame: 'visitor',
  component: lazyScreen(() => import('./ConfirmRegister.tsx'), 'ConfirmRegister'),
}
