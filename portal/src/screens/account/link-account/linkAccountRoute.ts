import { msg } from '@lingui/core/macro'
import { paths } from '@gatehouse/contract/paths'
import { lazyScreen } from '../../../session/lazyScreen.ts'
import type { ScreenRoute } from '../../../app/screenRoute.ts'

export const linkAccountRoute: ScreenRoute = {
  path: paths.linkAccount,
  title: msg`Connections`,
  frame: 'account',
  component: lazyScreen(() => import('./LinkAccount.tsx'), 'LinkAccount'),
}
