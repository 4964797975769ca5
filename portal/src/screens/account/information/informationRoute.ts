import { msg } from '@lingui/core/macro'
import { paths } from '@gatehouse/contract/routes'
import { lazyScreen } from '../../../routes/lazyScreen.ts'
import type { ScreenRoute } from '../../../routes/screenRoute.ts'

export const informationRoute: ScreenRoute = {
  path: paths.account,
  title: msg`My information`,
  frame: 'account',
  component: lazyScreen(() => import('./Information.tsx'), 'Information'),
}
