import { msg } from '@lingui/core/macro'
import { paths } from '@gatehouse/contract/paths'
import { lazyScreen } from '../../../session/lazyScreen.ts'
import type { ScreenRoute } from '../../../app/screenRoute.ts'

export const deletionConfirmRoute: ScreenRoute = {
  path: paths.deletionConfirm,
  title: msg`Account deleted`,
  frame: 'centred',
  component: lazyScreen(() => import('./ConfirmDeletion.tsx'), 'ConfirmDeletion'),
}
