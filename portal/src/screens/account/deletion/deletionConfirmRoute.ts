import { msg } from '@lingui/core/macro'
import { paths } from '@gatehouse/contract/routes'
import { lazyScreen } from '../../../routes/lazyScreen.ts'
import type { ScreenRoute } from '../../../routes/screenRoute.ts'

export const deletionConfirmRoute: ScreenRoute = {
  path: paths.deletionConfirm,
  title: msg`Account deleted`,
  frame: 'centred',
  component: lazyScreen(() => import('./ConfirmDeletion.tsx'), 'ConfirmDeletion'),
}
