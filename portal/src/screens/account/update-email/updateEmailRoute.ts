import { msg } from '@lingui/core/macro'
import { paths } from '@gatehouse/contract/paths'
import { lazyScreen } from '../../../session/lazyScreen.ts'
import type { ScreenRoute } from '../../../app/screenRoute.ts'

export const updateEmailRoute: ScreenRoute = {
  path: paths.updateEmail,
  title: msg`Update email`,
  frame: 'account',
  component: lazyScreen(() => import('./UpdateEmail.tsx'), 'UpdateEmail'),
}
