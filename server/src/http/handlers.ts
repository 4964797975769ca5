import type { CallName } from '@gatehouse/contract/calls'
import type { Handler } from './handler.ts'
import { runtimeConfiguration } from '../tenants/runtimeConfiguration.ts'
import { acceptAllCookies } from '../accounts/preferences/acceptAllCookies.ts'
import { listCookies } from '../accounts/preferences/listCookies.ts'
import { listUserCookies } from '../accounts/preferences/listUserCookies.ts'
import { setCookie } from '../accounts/preferences/setCookie.ts'
import { deletePartnerUser } from '../accounts/deletion/deletePartnerUser.ts'
import { deleteUser } from '../accounts/deletion/deleteUser.ts'
import { listDeletionTypes } from '../accounts/deletion/listDeletionTypes.ts'
import { identify } from '../auth/login/identify.ts'
import { logIn } from '../auth/login/logIn.ts'
import { logInUser } from '../auth/login/logInUser.ts'
import { logOut } from '../auth/login/logOut.ts'
import { readCaptchaChallenge } from '../auth/abuse/readCaptchaChallenge.ts'
import { verifyCaptcha } from '../auth/abuse/verifyCaptcha.ts'
import { steamRelicCallback } from '../federation/partners/steamRelicCallback.ts'
import { listNewsletters } from '../accounts/preferences/listNewsletters.ts'
import { optInUser } from '../accounts/preferences/optInUser.ts'
import { confirmEmailUpdate } from '../accounts/email/confirmEmailUpdate.ts'
import { recoverEmailUpdate } from '../accounts/email/recoverEmailUpdate.ts'
import { creativeAssemblyCallback } from '../federation/partners/creativeAssemblyCallback.ts'
import { creativeAssemblyLoginUrl } from '../federation/partners/creativeAssemblyLoginUrl.ts'
import { exchangePartnerCreated } from '../federation/partners/exchangePartnerCreated.ts'
import { focusCallback } from '../federation/partners/focusCallback.ts'
import { focusLoginUrl } from '../federation/partners/focusLoginUrl.ts'
import { partnerLinkedAccounts } from '../federation/partners/partnerLinkedAccounts.ts'
import { partnerLogIn } from '../federation/partners/partnerLogIn.ts'
import { partnerLoginUrl } from '../federation/partners/partnerLoginUrl.ts'
import { partnerRegisterUrl } from '../federation/partners/partnerRegisterUrl.ts'
import { partnerSteamLinkUrl } from '../federation/partners/partnerSteamLinkUrl.ts'
import { partnerStepLoginUrl } from '../federation/partners/partnerStepLoginUrl.ts'
import { partnerUserLogIn } from '../federation/partners/partnerUserLogIn.ts'
import { registerPartnerUser } from '../federation/partners/registerPartnerUser.ts'
import { resendPartnerValidation } from '../federation/partners/resendPartnerValidation.ts'
import { recoverPassword } from '../accounts/recovery/recoverPassword.ts'
import { resetPassword } from '../auth/password/resetPassword.ts'
import { validatePassword } from '../auth/password/validatePassword.ts'
import { validatePasswordRecovery } from '../accounts/recovery/validatePasswordRecovery.ts'
import { connectionHandlers } from '../federation/connections/connectionHandlers.ts'
import { listConnections } from '../federation/connections/listConnections.ts'
import { readProfile } from '../accounts/preferences/readProfile.ts'
import { seeCookiePopup } from '../accounts/preferences/seeCookiePopup.ts'
import { unblock } from '../accounts/preferences/unblock.ts'
import { updateEmail } from '../accounts/email/updateEmail.ts'
import { updateUsername } from '../accounts/username/updateUsername.ts'
import { validateProfile } from '../federation/connections/validateProfile.ts'
import { confirmEmail } from '../accounts/registration/confirmEmail.ts'
import { registerNewUser } from '../accounts/registration/registerNewUser.ts'
import { sendConfirmationEmail } from '../accounts/registration/sendConfirmationEmail.ts'
import { validateAccessKey } from '../accounts/registration/validateAccessKey.ts'
import { verifyRegistration } from '../accounts/registration/verifyRegistration.ts'
import { authorize } from '../oidc/authorize.ts'
import { listAllowedRedirectDomains } from '../auth/session/listAllowedRedirectDomains.ts'
import { readToken } from '../auth/session/readToken.ts'
import { refreshToken } from '../auth/session/refreshToken.ts'
import { verifyToken } from '../auth/session/verifyToken.ts'
import { sendQualificationSurvey } from '../accounts/preferences/sendQualificationSurvey.ts'

/** The handler of every call, under the call's name. */
export const handlers: { readonly [N in CallName]: Handler<N> } = {
  runtimeConfiguration,
  listCookies,
  listUserCookies,
  readProfile,
  listConnections,
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
  ...connectionHandlers,
  sendQualificationSurvey,
  unblock,
}
