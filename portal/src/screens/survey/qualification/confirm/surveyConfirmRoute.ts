import { msg } from '@lingui/core/macro'
import { paths } from '@gatehouse/contract/paths'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { ScreenRoute } from '../../../../app/screenRoute.ts'

export const surveyConfirmRoute: ScreenRoute = {
  path: paths.surveyConfirm,
  title: msg`Survey answered`,
  frame: 'account',
  component: lazyRouteComponent(
    () => import('./ConfirmQualificationSurvey.tsx'),
    'ConfirmQualificationSurvey',
  ),
}
