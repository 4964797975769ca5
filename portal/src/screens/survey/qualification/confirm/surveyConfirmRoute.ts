import { msg } from '@lingui/core/macro'
import { paths } from '@gatehouse/contract/paths'
import { lazyScreen } from '../../../../session/lazyScreen.ts'
import type { ScreenRoute } from '../../../../app/screenRoute.ts'

export const surveyConfirmRoute: ScreenRoute = {
  path: paths.surveyConfirm,
  title: msg`Survey answered`,
  frame: 'account',
  component: lazyScreen(
    () => import('./ConfirmQualificationSurvey.tsx'),
    'ConfirmQualificationSurvey',
  ),
}
