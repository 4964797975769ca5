import { msg } from '@lingui/core/macro'
import { paths } from '@gatehouse/contract/routes'
import { lazyScreen } from '../../../routes/lazyScreen.ts'
import type { ScreenRoute } from '../../../routes/screenRoute.ts'

export const newsletterRoute: ScreenRoute = {
  path: paths.newsletter,
  title: msg`Newsletter`,
  frame: 'account',
  component: lazyScreen(() => import('./Newsletter.tsx'), 'Newsletter'),
}
