import { paths } from '@gatehouse/contract/routes'
import { lazyScreen } from '../../../routes/lazyScreen.ts'
import type { ScreenRoute } from '../../../routes/screenRoute.ts'

export const logoutRoute: ScreenRoute = {
  path: paths.logout,
  title: null,
  frame: 'centred',
  component: lazyScreen(() => import('./Logout.tsx'), 'Logout'),
}
