import { msg } from '@lingui/core/macro'
import { paths } from '@gatehouse/contract/paths'
import { lazyScreen } from '../../../session/lazyScreen.ts'
import type { ScreenRoute } from '../../../app/screenRoute.ts'

export const deletionRequestRoute: ScreenRoute = {
  path: paths.deletionRequest,
  title: msg`Deletion request`,
  frame: 'account',
  component: lazyScreen(() => import('./DeletionRequest.tsx'), 'DeletionRequest'),
}
