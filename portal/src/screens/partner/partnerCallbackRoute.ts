import { paths } from '@gatehouse/contract/routes'
import { lazyScreen } from '../../routes/lazyScreen.ts'
import type { ScreenRoute } from '../../routes/screenRoute.ts'

export const partnerCallbackRoute: ScreenRoute = {
  path: paths.partnerCallback,
  title: null,
  frame: 'centred',
  component: lazyScreen(() => import('./PartnerCallback.tsx'), 'PartnerCallback'),
}
