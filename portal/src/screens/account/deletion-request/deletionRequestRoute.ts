import { msg } from '@lingui/core/macro'
import { paths } from '@gatehouse/contract/paths'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { ScreenRoute } from '../../../app/screenRoute.ts'

export const deletionRequestRoute: ScreenRoute = {
  path: paths.deletionRequest,
  title: msg`Deletion request`,
  frame: 'account',
  component: lazyRouteComponent(() => import('./DeletionRequest.tsx'), 'DeletionRequest'),
}
