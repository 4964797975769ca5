import { paths } from '@gatehouse/contract/paths'
import { lazyScreen } from '../../../session/lazyScreen.ts'
import type { ScreenRoute } from '../../../app/screenRoute.ts'

export const logoutRoute: ScreenRoute = {
  path: paths.logout,
  title: null,
  frame: 'centred',
  component: lazyScreen(() => import('./Logout.tsx'), 'Logout'),
}
