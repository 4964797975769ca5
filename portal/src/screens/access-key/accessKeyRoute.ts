import { msg } from '@lingui/core/macro'
import { paths } from '@gatehouse/contract/routes'
import { lazyScreen } from '../../routes/lazyScreen.ts'
import type { ScreenRoute } from '../../routes/screenRoute.ts'

export const accessKeyRoute: ScreenRoute = {
  path: paths.accessKey,
  title: msg`Access key`,
  frame: 'visitor',
  component: lazyScreen(() => import('./AccessKey.tsx'), 'AccessKey'),
}
