import { msg } from '@lingui/core/macro'
import { paths } from '@gatehouse/contract/paths'
import { lazyScreen } from '../../session/lazyScreen.ts'
import type { ScreenRoute } from '../../app/screenRoute.ts'

export const accessKeyRoute: ScreenRoute = {
  path: paths.accessKey,
  title: msg`Access key`,
  frame: 'visitor',
  component: lazyScreen(() => import('./AccessKey.tsx'), 'AccessKey'),
}
