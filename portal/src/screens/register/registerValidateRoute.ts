import { msg } from '@lingui/core/macro'
import { paths } from '@gatehouse/contract/routes'
import { lazyScreen } from '../../routes/lazyScreen.ts'
import type { ScreenRoute } from '../../routes/screenRoute.ts'

export const registerValidateRoute: ScreenRoute = {
  path: paths.registerValidate,
  title: msg`Validate registration`,
  frame: 'visitor',
  component: lazyScreen(() => import('./RegisterValidate.tsx'), 'RegisterValidate'),
}
