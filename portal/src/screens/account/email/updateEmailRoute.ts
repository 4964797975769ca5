import { msg } from '@lingui/core/macro'
import { paths } from '@gatehouse/contract/routes'
import { lazyScreen } from '../../../routes/lazyScreen.ts'
import type { ScreenRoute } from '../../../routes/screenRoute.ts'

export const updateEmailRoute: ScreenRoute = {
  path: paths.updateEmail,
  title: msg`Update email`,
  frame: 'account',
  component: lazyScreen(() => import('./UpdateEmail.tsx'), 'UpdateEmail'),
}
