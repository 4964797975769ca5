import { msg } from '@lingui/core/macro'
import { paths } from '@gatehouse/contract/paths'
import { lazyScreen } from '../../../session/lazyScreen.ts'
import type { ScreenRoute } from '../../../app/screenRoute.ts'

export const cookiesRoute: ScreenRoute = {
  path: paths.cookies,
  title: msg`Cookies`,
  frame: 'account',
  component: lazyScreen(() => import('./Cookies.tsx'), 'Cookies'),
}
