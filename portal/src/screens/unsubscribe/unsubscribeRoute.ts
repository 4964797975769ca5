import { msg } from '@lingui/core/macro'
import { paths } from '@gatehouse/contract/routes'
import { lazyScreen } from '../../routes/lazyScreen.ts'
import type { ScreenRoute } from '../../routes/screenRoute.ts'

export const unsubscribeRoute: ScreenRoute = {
  path: paths.unsubscribe,
  title: msg`Unsubscribe`,
  frame: 'centred',
  component: lazyScreen(() => import('./Unsubscribe.tsx'), 'Unsubscribe'),
}
