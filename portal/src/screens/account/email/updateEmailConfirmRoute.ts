import { paths } from '@gatehouse/contract/routes'
import { lazyScreen } from '../../../routes/lazyScreen.ts'
import type { ScreenRoute } from '../../../routes/screenRoute.ts'

export const updateEmailConfirmRoute: ScreenRoute = {
  path: paths.updateEmailConfirm,
  title: null,
  frame: 'centred',
  component: lazyScreen(() => import('./UpdateEmailConfirm.tsx'), 'UpdateEmailConfirm'),
  admit: (query) => (query.get('uid') ? null : paths.badRequest),
}
