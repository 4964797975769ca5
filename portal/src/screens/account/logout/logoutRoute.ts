import { paths } from '@gatehouse/contract/paths'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { ScreenRoute } from '../../../app/screenRoute.ts'

export const logoutRoute: ScreenRoute = {
  path: paths.logout,
  title: null,
  frame: 'centred',
  component: lazyRouteComponent(() => import('./Logout.tsx'), 'Logout'),
}
