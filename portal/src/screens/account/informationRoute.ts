import { msg } from '@lingui/core/macro'
import { paths } from '@gatehouse/contract/paths'
import { lazyScreen } from '../../session/lazyScreen.ts'
import type { ScreenRoute } from '../../app/screenRoute.ts'

export const informationRoute: ScreenRoute = {
  path: paths.account,
  title: msg`My information`,
  frame: 'account',
  component: lazyScreen(() => import('./Information.tsx'), 'Information'),
}
