import { paths } from '@gatehouse/contract/routes'
import { lazyScreen } from '../../routes/lazyScreen.ts'
import type { ScreenRoute } from '../../routes/screenRoute.ts'

export const oauthRoute: ScreenRoute = {
  path: paths.oauth,
  title: null,
  frame: 'centred',
  component: lazyScreen(() => import('./OAuth.tsx'), 'OAuth'),
}
