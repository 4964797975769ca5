import { msg } from '@lingui/core/macro'
import { paths } from '@gatehouse/contract/routes'
import { lazyScreen } from '../../routes/lazyScreen.ts'
import type { ScreenRoute } from '../../routes/screenRoute.ts'

export const linkAccountRoute: ScreenRoute = {
  path: paths.linkAccount,
  title: msg`Connections`,
  frame: 'account',
  component: lazyScreen(() => import('./LinkAccount.tsx'), 'LinkAccount'),
}
