import { msg } from '@lingui/core/macro'
import { paths } from '@gatehouse/contract/paths'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { ScreenRoute } from '../../../app/screenRoute.ts'

export const linkAccountRoute: ScreenRoute = {
  path: paths.linkAccount,
  title: msg`Connections`,
  frame: 'account',
  component: lazyRouteComponent(() => import('./LinkAccount.tsx'), 'LinkAccount'),
}
