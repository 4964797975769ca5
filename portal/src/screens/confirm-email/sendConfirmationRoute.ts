import { msg } from '@lingui/core/macro'
import { paths } from '@gatehouse/contract/routes'
import { lazyScreen } from '../../routes/lazyScreen.ts'
import type { ScreenRoute } from '../../routes/screenRoute.ts'

export const sendConfirmationRoute: ScreenRoute = {
  path: paths.confirmEmailSend,
  title: msg`Send confirmation email`,
  frame: 'visitor',
  component: lazyScreen(() => import('./SendConfirmation.tsx'), 'SendConfirmation'),
}
