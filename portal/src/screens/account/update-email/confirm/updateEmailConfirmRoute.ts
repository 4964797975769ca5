import { paths } from '@gatehouse/contract/paths'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { ScreenRoute } from '../../../../app/screenRoute.ts'

export const updateEmailConfirmRoute: ScreenRoute = {
  path: paths.updateEmailConfirm,
  title: null,
  frame: 'centred',
  component: lazyRouteComponent(() => import('./UpdateEmailConfirm.tsx'), 'UpdateEmailConfirm'),
  admit: (query) => (query.get('uid') ? null : paths.badRequest),
}
