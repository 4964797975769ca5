import { msg } from '@lingui/core/macro'
import { paths } from '@gatehouse/contract/paths'
import { lazyScreen } from '../../../../session/lazyScreen.ts'
import type { ScreenRoute } from '../../../../app/screenRoute.ts'

export const updateEmailSuccessRoute: ScreenRoute = {
  path: paths.updateEmailSuccess,
  title: msg`Email updated`,
  frame: 'centred',
  component: lazyScreen(() => import('./UpdateEmailSuccess.tsx'), 'UpdateEmailSuccess'),
}
