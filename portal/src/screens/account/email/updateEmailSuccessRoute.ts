import { msg } from '@lingui/core/macro'
import { paths } from '@gatehouse/contract/routes'
import { lazyScreen } from '../../../routes/lazyScreen.ts'
import type { ScreenRoute } from '../../../routes/screenRoute.ts'

export const updateEmailSuccessRoute: ScreenRoute = {
  path: paths.updateEmailSuccess,
  title: msg`Email updated`,
  frame: 'centred',
  component: lazyScreen(() => import('./UpdateEmailSuccess.tsx'), 'UpdateEmailSuccess'),
}
