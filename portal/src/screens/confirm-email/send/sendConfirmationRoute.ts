import { msg } from '@lingui/core/macro'
import { paths } from '@gatehouse/contract/paths'
import { lazyScreen } from '../../../session/lazyScreen.ts'
import type { ScreenRoute } from '../../../app/screenRoute.ts'

export const sendConfirmationRoute: ScreenRoute = {
  path: paths.confirmEmailSend,
  title: msg`Send confirmation email`,
  frame: 'visitor',
  component: lazyScreen(() => import('./SendConfirmation.tsx'), 'SendConfirmation'),
}
