import { msg } from '@lingui/core/macro'
import { paths } from '@gatehouse/contract/paths'
import { lazyScreen } from '../../../session/lazyScreen.ts'
import type { ScreenRoute } from '../../../app/screenRoute.ts'

export const newsletterRoute: ScreenRoute = {
  path: paths.newsletter,
  title: msg`Newsletter`,
  frame: 'account',
  component: lazyScreen(() => import('./Newsletter.tsx'), 'Newsletter'),
}
