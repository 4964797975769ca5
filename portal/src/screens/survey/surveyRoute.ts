import { msg } from '@lingui/core/macro'
import { paths } from '@gatehouse/contract/routes'
import { lazyScreen } from '../../routes/lazyScreen.ts'
import type { ScreenRoute } from '../../routes/screenRoute.ts'

export const surveyRoute: ScreenRoute = {
  path: paths.survey,
  title: msg`Qualification survey`,
  frame: 'account',
  component: lazyScreen(() => import('./Survey.tsx'), 'Survey'),
}
