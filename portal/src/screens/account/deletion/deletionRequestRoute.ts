import { msg } from '@lingui/core/macro'
import { paths } from '@gatehouse/contract/routes'
import { lazyScreen } from '../../../routes/lazyScreen.ts'
import type { ScreenRoute } from '../../../routes/screenRoute.ts'

export const deletionRequestRoute: ScreenRoute = {
  path: paths.deletionRequest,
  title: msg`Deletion request`,
  frame: 'account',
  component: lazyScreen(() => import('./DeletionRequest.tsx'), 'DeletionRequest'),
}
