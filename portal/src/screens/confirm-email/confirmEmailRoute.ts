import { msg } from '@lingui/core/macro'
import { paths } from '@gatehouse/contract/routes'
import { lazyScreen } from '../../routes/lazyScreen.ts'
import type { ScreenRoute } from '../../routes/screenRoute.ts'

export const confirmEmailRoute: ScreenRoute = {
  path: paths.confirmEmail,
  title: msg`Confirm email`,
  frame: 'centred',
  component: lazyScreen(() => import('./ConfirmEmail.tsx'), 'ConfirmEmail'),
  admit: (query) => (query.get('uid') ? null : paths.badRequest),
}
