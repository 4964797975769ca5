import { accessKeyRoute } from '../screens/access-key/accessKeyRoute.ts'
import { confirmEmailRoute } from '../screens/confirm-email/confirmEmailRoute.ts'
import { sendConfirmationRoute } from '../screens/confirm-email/sendConfirmationRoute.ts'
import { deletionConfirmRoute } from '../screens/account/deletion/deletionConfirmRoute.ts'
import { deletionRequestRoute } from '../screens/account/deletion/deletionRequestRoute.ts'
import { errorRoutes } from '../screens/errors/errorRoutes.ts'
import { homeRoute } from '../screens/home/homeRoute.ts'
import { informationRoute } from '../screens/account/information/informationRoute.ts'
import { loginRoute } from '../screens/login/loginRoute.ts'
import { oauthRoute } from '../screens/partner/oauthRoute.ts'
import { partnerCallbackRoute } from '../screens/partner/partnerCallbackRoute.ts'
import { partnerRegisterConfirmRoute } from '../screens/partner/partnerRegisterConfirmRoute.ts'
import { partnerRegisterRoute } from '../screens/partner/partnerRegisterRoute.ts'
import { logoutRoute } from '../screens/account/logout/logoutRoute.ts'
import { passwordRecoveryRoute } from '../screens/recovery/passwordRecoveryRoute.ts'
import { passwordRecoveryResetRoute } from '../screens/recovery/passwordRecoveryResetRoute.ts'
import { passwordRecoverySentRoute } from '../screens/recovery/passwordRecoverySentRoute.ts'
import { registerRoute } from '../screens/register/registerRoute.ts'
import { registerConfirmRoute } from '../screens/register/registerConfirmRoute.ts'
import { registerValidateRoute } from '../screens/register/registerValidateRoute.ts'
import { resetPasswordRoute } from '../screens/account/password/resetPasswordRoute.ts'
import { surveyRoute } from '../screens/survey/surveyRoute.ts'
import { surveyConfirmRoute } from '../screens/survey/surveyConfirmRoute.ts'
import { updateEmailRoute } from '../screens/account/email/updateEmailRoute.ts'
import { updateEmailConfirmRoute } from '../screens/account/email/updateEmailConfirmRoute.ts'
import { updateEmailRecoveryRoute } from '../screens/account/email/updateEmailRecoveryRoute.ts'
import { updateEmailSuccessRoute } from '../screens/account/email/updateEmailSuccessRoute.ts'
import { updateUsernameRoute } from '../screens/account/username/updateUsernameRoute.ts'
import { blockedUsersRoute } from '../screens/account/blocked-users/blockedUsersRoute.ts'
import { linkAccountRoute } from '../screens/connections/linkAccountRoute.ts'
import { cookiesRoute } from '../screens/account/cookies/cookiesRoute.ts'
import { newsletterRoute } from '../screens/account/newsletter/newsletterRoute.ts'
import { linkingRoutes } from '../screens/connections/linkingRoutes.ts'
import { unsubscribeRoute } from '../screens/unsubscribe/unsubscribeRoute.ts'
import type { ScreenRoute } from './screenRoute.ts'

/** Every screen of the portal. A path of the contract without a screen leads to NotFoundError. */
export const screens: readonly ScreenRoute[] = [
  homeRoute,
  loginRoute,
  accessKeyRoute,
  registerRoute,
  registerConfirmRoute,
  registerValidateRoute,
  confirmEmailRoute,
  sendConfirmationRoute,
  passwordRecoveryRoute,
  passwordRecoverySentRoute,
  passwordRecoveryResetRoute,
  informationRoute,
  updateEmailRoute,
  updateEmailConfirmRoute,
  updateEmailRecoveryRoute,
  updateEmailSuccessRoute,
  updateUsernameRoute,
  resetPasswordRoute,
  deletionRequestRoute,
  deletionConfirmRoute,
  surveyRoute,
  surveyConfirmRoute,
  linkAccountRoute,
  blockedUsersRoute,
  cookiesRoute,
  newsletterRoute,
  unsubscribeRoute,
  logoutRoute,
  ...linkingRoutes,
  oauthRoute,
  partnerCallbackRoute,
  partnerRegisterRoute,
  partnerRegisterConfirmRoute,
  ...errorRoutes,
]
