import { msg } from '@lingui/core/macro'
import { paths } from '@gatehouse/contract/paths'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { ScreenRoute } from '../../../app/screenRoute.ts'

export const passwordRecoverySentRoute: ScreenRoute = {
  path: paths.passwordRecoverySent,
  title: msg`Password recovery sent`,
  frame: 'visitor',
  component: lazyRouteComponent(() => import('./PasswordRecoverySent.tsx'), 'PasswordRecoverySent'),
}
