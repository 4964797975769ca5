import { msg } from '@lingui/core/macro'
import { paths } from '@gatehouse/contract/paths'
import { lazyScreen } from '../../../../session/lazyScreen.ts'
import type { ScreenRoute } from '../../../../app/screenRoute.ts'

export const updateEmailRecoveryRoute: ScreenRoute = {
  path: paths.updateEmailRecovery,
  title: msg`Email recovery`,
  frame: 'centred',
  component: lazyScreen(() => import('./UpdateEmailRecovery.tsx'), 'UpdateEmailRecovery'),
}
