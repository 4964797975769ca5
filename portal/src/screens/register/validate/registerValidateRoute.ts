import { msg } from '@lingui/core/macro'
import { paths } from '@gatehouse/contract/paths'
import { lazyScreen } from '../../../session/lazyScreen.ts'
import type { ScreenRoute } from '../../../app/screenRoute.ts'

export const registerValidateRoute: ScreenRoute = {
  path: paths.registerValidate,
  title: msg`Validate registration`,
  frame: 'visitor',
  component: lazyScreen(() => import('./RegisterValidate.tsx'), 'RegisterValidate'),
}
