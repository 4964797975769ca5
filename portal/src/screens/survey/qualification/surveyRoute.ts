import { msg } from '@lingui/core/macro'
import { paths } from '@gatehouse/contract/paths'
import { lazyScreen } from '../../../session/lazyScreen.ts'
import type { ScreenRoute } from '../../../app/screenRoute.ts'

export const surveyRoute: ScreenRoute = {
  path: paths.survey,
  title: msg`Qualification survey`,
  frame: 'account',
  component: lazyScreen(() => import('./Survey.tsx'), 'Survey'),
}
