import type { CallName } from '@gatehouse/contract/calls'
import type { Handler } from './handler.ts'
import { runtimeConfiguration } from './handlers/configuration/runtimeConfiguration.ts'
import { epicGamesAuth } from './handlers/connections/epicGamesAuth.ts'
import { epicGamesCallback } from './handlers/connections/epicGamesCallback.ts'
import { epicGamesUnlink } from './handlers/connections/epicGamesUnlink.ts'
import { gamePassAuth } from './handlers/connections/gamePassAuth.ts'
import { gamePassCallback } from './handlers/connections/gamePassCallback.ts'
import { gamePassUnlink } from './handlers/connections/gamePassUnlink.ts'
import { steamAuth } from './handlers/connections/steamAuth.ts'
import { steamCallback } from './handlers/connections/steamCallback.ts'
import { steamPartnerCallback } from './handlers/connections/steamPartnerCallback.ts'
import { steamUnlink } from './handlers/connections/steamUnlink.ts'
import { twitchAuth } from './handlers/connections/twitchAuth.ts'
import { twitchCallback } from './handlers/connections/twitchCallback.ts'
import { twitchUnlink } from './handlers/connections/twitchUnlink.ts'
import { acceptAllCookies } from './handlers/cookies/acceptAllCookies.ts'
import { listCookies } from './handlers/cookies/listCookies.ts'
import { listUserCookies } from './handlers/cookies/listUserCookies.ts'
import { setCookie } from './handlers/cookies/setCookie.ts'
import { deletePartnerUser } from './handlers/deletion/deletePartnerUser.ts'
import { deleteUser } from './handlers/deletion/deleteUser.ts'
import { listDeletionTypes } from './handlers/deletion/listDeletionTypes.ts'
import { identify } from './handlers/login/identify.ts'
import { logIn } from './handlers/login/logIn.ts'
import { logInUser } from './handlers/login/logInUser.ts'
import { logOut } from './handlers/login/logOut.ts'
import { readCaptchaChallenge } from './handlers/login/readCaptchaChallenge.ts'
import { verifyCaptcha } from './handlers/login/verifyCaptcha.ts'
import { steamRelicCallback } from './handlers/connections/steamRelicCallback.ts'
import { listNewsletters } from './handlers/newsletter/listNewsletters.ts'
import { optInUser } from './handlers/newsletter/optInUser.ts'
import { confirmEmailUpdate } from './handlers/email/confirmEmailUpdate.ts'
import { recoverEmailUpdate } from './handlers/email/recoverEmailUpdate.ts'
import { creativeAssemblyCallback } from './handlers/partner/creativeAssemblyCallback.ts'
import { creativeAssemblyLoginUrl } from './handlers/partner/creativeAssemblyLoginUrl.ts'
import { exchangePartnerCreated } from './handlers/partner/exchangePartnerCreated.ts'
import { focusCallback } from './handlers/partner/focusCallback.ts'
import { focusLoginUrl } from './handlers/partner/focusLoginUrl.ts'
import { partnerLinkedAccounts } from './handlers/partner/partnerLinkedAccounts.ts'
import { partnerLogIn } from './handlers/partner/partnerLogIn.ts'
import { partnerLoginUrl } from './handlers/partner/partnerLoginUrl.ts'
import { partnerRegisterUrl } from './handlers/partner/partnerRegisterUrl.ts'
import { partnerSteamLinkUrl } from './handlers/partner/partnerSteamLinkUrl.ts'
import { partnerStepLoginUrl } from './handlers/partner/partnerStepLoginUrl.ts'
import { partnerUserLogIn } from './handlers/partner/partnerUserLogIn.ts'
import { registerPartnerUser } from './handlers/partner/registerPartnerUser.ts'
import { resendPartnerValidation } from './handlers/partner/resendPartnerValidation.ts'
import { recoverPassword } from './handlers/password/recoverPassword.ts'
import { resetPassword } from './handlers/password/resetPassword.ts'
import { validatePassword } from './handlers/password/validatePassword.ts'
import { validatePasswordRecovery } from './handlers/password/validatePasswordRecovery.ts'
import { listConnects } from './handlers/profile/listConnects.ts'
import { readProfile } from './handlers/profile/readProfile.ts'
import { seeCookiePopup } from './handlers/profile/seeCookiePopup.ts'
import { unblock } from './handlers/profile/unblock.ts'
import { updateEmail } from './handlers/profile/updateEmail.ts'
import { updateUsername } from './handlers/profile/updateUsername.ts'
import { validateProfile } from './handlers/profile/validateProfile.ts'
import { confirmEmail } from './handlers/registration/confirmEmail.ts'
import { registerNewUser } from './handlers/registration/registerNewUser.ts'
import { sendConfirmationEmail } from './handlers/registration/sendConfirmationEmail.ts'
import { validateAccessKey } from './handlers/registration/validateAccessKey.ts'
import { verifyRegistration } from './handlers/registration/verifyRegistration.ts'
import { authorize } from './handlers/session/authorize.ts'
import { listAllowedRedirectDomains } from './handlers/session/listAllowedRedirectDomains.ts'
import { readToken } from './handlers/session/readToken.ts'
import { refreshToken } from './handlers/session/refreshToken.ts'
import { verifyToken } from './handlers/session/verifyToken.ts'
import { sendQualificationSurvey } from './handlers/survey/sendQualificationSurvey.ts'

/** The handler of every call, under the call's name. */
export const handlers: { readonly [N in CallName]: Handler<N> } = {
  runtimeConfiguration,
  listCookies,
  listUserCookies,
  readProfile,
  listConnects,
  validateProfile,
  readToken,
  refreshToken,
  verifyToken,
  authorize,
  listAllowedRedirectDomains,
  identify,
  logIn,
  logInUser,
  logOut,
  verifyCaptcha,
  readCaptchaChallenge,
  partnerLoginUrl,
  creativeAssemblyLoginUrl,
  focusLoginUrl,
  partnerRegisterUrl,
  partnerStepLoginUrl,
  focusCallback,
  creativeAssemblyCallback,
  partnerUserLogIn,
  partnerLogIn,
  exchangePartnerCreated,
  registerPartnerUser,
  partnerSteamLinkUrl,
  partnerLinkedAccounts,
  resendPartnerValidation,
  steamRelicCallback,
  registerNewUser,
  verifyRegistration,
  confirmEmail,
  sendConfirmationEmail,
  validateAccessKey,
  recoverPassword,
  validatePasswordRecovery,
  validatePassword,
  resetPassword,
  updateEmail,
  confirmEmailUpdate,
  recoverEmailUpdate,
  updateUsername,
  setCookie,
  acceptAllCookies,
  seeCookiePopup,
  listNewsletters,
  optInUser,
  listDeletionTypes,
  deleteUser,
  deletePartnerUser,
  steamAuth,
  steamCallback,
  steamPartnerCallback,
  steamUnlink,
  epicGamesAuth,
  epicGamesCallback,
  epicGamesUnlink,
  twitchAuth,
  twitchCallback,
  twitchUnlink,
  gamePassAuth,
  gamePassCallback,
  gamePassUnlink,
  sendQualificationSurvey,
  unblock,
}
