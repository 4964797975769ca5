import { paths } from '@gatehouse/contract/paths'
import { lazyScreen } from '../../../session/lazyScreen.ts'
import type { ScreenRoute } from '../../../app/screenRoute.ts'

export const partnerCallbackRoute: ScreenRoute = {
  path: paths.partnerCallback,
  title: null,
  frame: 'centred',
  component: lazyScreen(() => import('./PartnerCallback.tsx'), 'PartnerCallback'),
}
