import { msg } from '@lingui/core/macro'
import { paths } from '@gatehouse/contract/paths'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { ScreenRoute } from '../../app/screenRoute.ts'

export const unsubscribeRoute: ScreenRoute = {
  path: paths.unsubscribe,
  title: msg`Unsubscribe`,
  frame: 'centred',
  component: lazyRouteComponent(() => import('./Unsubscribe.tsx'), 'Unsubscribe'),
}
