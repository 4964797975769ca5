import { paths } from '@gatehouse/contract/paths'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { ScreenRoute } from '../../app/screenRoute.ts'

export const oauthRoute: ScreenRoute = {
  path: paths.oauth,
  title: null,
  frame: 'centred',
  component: lazyRouteComponent(() => import('./OAuth.tsx'), 'OAuth'),
}
