import { msg } from '@lingui/core/macro'
import { paths } from '@gatehouse/contract/paths'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { ScreenRoute } from '../../../app/screenRoute.ts'

export const surveyRoute: ScreenRoute = {
  path: paths.survey,
  title: msg`Qualification survey`,
  frame: 'account',
  component: lazyRouteComponent(() => import('./Survey.tsx'), 'Survey'),
}
