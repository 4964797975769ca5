import { msg } from '@lingui/core/macro'
import { paths } from '@gatehouse/contract/routes'
import { lazyScreen } from '../../routes/lazyScreen.ts'
import type { ScreenRoute } from '../../routes/screenRoute.ts'

export const partnerRegisterConfirmRoute: ScreenRoute = {
  path: paths.partnerRegisterConfirm,
  title: msg`Registration confirmed`,
  frame: 'visitor',
  admit: (_, { session }) => (session.read().user === null ? paths.home : null),
  component: lazyScreen(() => import('./PartnerConfirmRegister.tsx'), 'PartnerConfirmRegister'),
}
