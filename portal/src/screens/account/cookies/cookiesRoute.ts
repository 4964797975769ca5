import { msg } from '@lingui/core/macro'
import { paths } from '@gatehouse/contract/routes'
import { lazyScreen } from '../../../routes/lazyScreen.ts'
import type { ScreenRoute } from '../../../routes/screenRoute.ts'

export const cookiesRoute: ScreenRoute = {
  path: paths.cookies,
  title: msg`Cookies`,
  frame: 'account',
  component: lazyScreen(() => import('./Cookies.tsx'), 'Cookies'),
}
