import { msg } from '@lingui/core/macro'
import { paths } from '@gatehouse/contract/paths'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { ScreenRoute } from '../../../app/screenRoute.ts'

export const newsletterRoute: ScreenRoute = {
  path: paths.newsletter,
  title: msg`Newsletter`,
  frame: 'account',
  component: lazyRouteComponent(() => import('./Newsletter.tsx'), 'Newsletter'),
}
