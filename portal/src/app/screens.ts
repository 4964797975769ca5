import { accessKeyRoute } from '../screens/access-key/accessKeyRoute.ts'
import { confirmEmailRoute } from '../screens/confirm-email/confirmEmailRoute.ts'
import { sendConfirmationRoute } from '../screens/confirm-email/send/sendConfirmationRoute.ts'
import { deletionConfirmRoute } from '../screens/deletion/confirm/deletionConfirmRoute.ts'
import { deletionRequestRoute } from '../screens/account/deletion-request/deletionRequestRoute.ts'
import { errorRoutes } from '../screens/errors/errorRoutes.ts'
import { homeRoute } from '../screens/home/homeRoute.ts'
import { informationRoute } from '../screens/account/informationRoute.ts'
import { loginRoute } from '../screens/login/loginRoute.ts'
import { oauthRoute } from '../screens/oauth/oauthRoute.ts'
import { partnerCallbackRoute } from '../screens/oauth/partner/partnerCallbackRoute.ts'
import { partnerRegisterConfirmRoute } from '../screens/oauth/partner/register/confirm/partnerRegisterConfirmRoute.ts'
import { partnerRegisterRoute } from '../screens/oauth/partner/register/partnerRegisterRoute.ts'
import { logoutRoute } from '../screens/account/logout/logoutRoute.ts'
import { passwordRecoveryRoute } from '../screens/password-recovery/passwordRecoveryRoute.ts'
import { passwordRecoveryResetRoute } from '../screens/password-recovery/reset/passwordRecoveryResetRoute.ts'
import { passwordRecoverySentRoute } from '../screens/password-recovery/sent/passwordRecoverySentRoute.ts'
import { registerRoute } from '../screens/register/registerRoute.ts'
import { registerConfirmRoute } from '../screens/register/confirm/registerConfirmRoute.ts'
import { registerValidateRoute } from '../screens/register/validate/registerValidateRoute.ts'
import { resetPasswordRoute } from '../screens/account/reset-password/resetPasswordRoute.ts'
import { surveyRoute } from '../screens/survey/qualification/surveyRoute.ts'
import { surveyConfirmRoute } from '../screens/survey/qualification/confirm/surveyConfirmRoute.ts'
import { updateEmailRoute } from '../screens/account/update-email/updateEmailRoute.ts'
import { updateEmailConfirmRoute } from '../screens/account/update-email/confirm/updateEmailConfirmRoute.ts'
import { updateEmailRecoveryRoute } from '../screens/account/update-email/recovery/updateEmailRecoveryRoute.ts'
import { updateEmailSuccessRoute } from '../screens/account/update-email/success/updateEmailSuccessRoute.ts'
import { updateUsernameRoute } from '../screens/account/update-username/updateUsernameRoute.ts'
import { blockedUsersRoute } from '../screens/account/blocked-users-management/blockedUsersRoute.ts'
import { linkAccountRoute } from '../screens/account/link-account/linkAccountRoute.ts'
import { cookiesRoute } from '../screens/account/cookies/cookiesRoute.ts'
import { newsletterRoute } from '../screens/account/newsletter/newsletterRoute.ts'
import { linkingRoutes } from '../screens/linking/linkingRoutes.ts'
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
