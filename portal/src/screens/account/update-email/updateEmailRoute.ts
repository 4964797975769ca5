import { msg } from '@lingui/core/macro'
import { paths } from '@gatehouse/contract/paths'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { ScreenRoute } from '../../../app/screenRoute.ts'

export const updateEmailRoute: ScreenRoute = {
  path: paths.updateEmail,
  title: msg`Update email`,
  frame: 'account',
  component: lazyRouteComponent(() => import('./UpdateEmail.tsx'), 'UpdateEmail'),
}
