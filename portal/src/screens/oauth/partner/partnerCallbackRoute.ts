import { paths } from '@gatehouse/contract/paths'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { ScreenRoute } from '../../../app/screenRoute.ts'

export const partnerCallbackRoute: ScreenRoute = {
  path: paths.partnerCallback,
  title: null,
  frame: 'centred',
  component: lazyRouteComponent(() => import('./PartnerCallback.tsx'), 'PartnerCallback'),
}
