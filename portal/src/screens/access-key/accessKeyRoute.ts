import { msg } from '@lingui/core/macro'
import { paths } from '@gatehouse/contract/paths'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { ScreenRoute } from '../../app/screenRoute.ts'

export const accessKeyRoute: ScreenRoute = {
  path: paths.accessKey,
  title: msg`Access key`,
  frame: 'visitor',
  component: lazyRouteComponent(() => import('./AccessKey.tsx'), 'AccessKey'),
}
