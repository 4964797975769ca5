import { msg } from '@lingui/core/macro'
import { paths } from '@gatehouse/contract/paths'
import { lazyScreen } from '../../session/lazyScreen.ts'
import type { ScreenRoute } from '../../app/screenRoute.ts'

export const unsubscribeRoute: ScreenRoute = {
  path: paths.unsubscribe,
  title: msg`Unsubscribe`,
  frame: 'centred',
  component: lazyScreen(() => import('./Unsubscribe.tsx'), 'Unsubscribe'),
}
