import { paths } from '@gatehouse/contract/paths'
import { lazyScreen } from '../../../../session/lazyScreen.ts'
import type { ScreenRoute } from '../../../../app/screenRoute.ts'

export const updateEmailConfirmRoute: ScreenRoute = {
  path: paths.updateEmailConfirm,
  title: null,
  frame: 'centred',
  component: lazyScreen(() => import('./UpdateEmailConfirm.tsx'), 'UpdateEmailConfirm'),
  admit: (query) => (query.get('uid') ? null : paths.badRequest),
}
