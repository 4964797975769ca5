import { msg } from '@lingui/core/macro'
import { paths } from '@gatehouse/contract/routes'
import { lazyScreen } from '../../routes/lazyScreen.ts'
import type { ScreenRoute } from '../../routes/screenRoute.ts'

export const surveyConfirmRoute: ScreenRoute = {
  path: paths.surveyConfirm,
  title: msg`Survey answered`,
  frame: 'account',
  component: lazyScreen(
    () => import('./ConfirmQualificationSurvey.tsx'),
    'ConfirmQualificationSurvey',
  ),
}
