import { paths } from '@gatehouse/contract/paths'
import { lazyScreen } from '../../session/lazyScreen.ts'
import type { ScreenRoute } from '../../app/screenRoute.ts'

export const oauthRoute: ScreenRoute = {
  path: paths.oauth,
  title: null,
  frame: 'centred',
  component: lazyScreen(() => import('./OAuth.tsx'), 'OAuth'),
}
