import { msg } from '@lingui/core/macro'
import { paths } from '@gatehouse/contract/paths'
import { lazyScreen } from '../../../session/lazyScreen.ts'
import type { ScreenRoute } from '../../../app/screenRoute.ts'

export const registerConfirmRoute: ScreenRoute = {
  path: paths.registerConfirm,
  title: msg`Registration sent`,
  frame: 'visitor',
  component: lazyScreen(() => import('./ConfirmRegister.tsx'), 'ConfirmRegister'),
}
