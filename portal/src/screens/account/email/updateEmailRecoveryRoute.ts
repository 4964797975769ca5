import { msg } from '@lingui/core/macro'
import { paths } from '@gatehouse/contract/routes'
import { lazyScreen } from '../../../routes/lazyScreen.ts'
import type { ScreenRoute } from '../../../routes/screenRoute.ts'

export const updateEmailRecoveryRoute: ScreenRoute = {
  path: paths.updateEmailRecovery,
  title: msg`Email recovery`,
  frame: 'centred',
  component: lazyScreen(() => import('./UpdateEmailRecovery.tsx'), 'UpdateEmailRecovery'),
}
