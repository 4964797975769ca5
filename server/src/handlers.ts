import type { CallName } from '@gatehouse/contract/calls'
import type { Handler } from './handler.ts'
import { runtimeConfiguration } from './handlers/configuration/runtimeConfiguration.ts'
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
import { listNewsletters } from './handlers/newsletter/listNewsletters.ts'
import { optInUser } from './handlers/newsletter/optInUser.ts'
import { confirmEmailUpdate } from './handlers/email/confirmEmailUpdate.ts'
import { recoverEmailUpdate } from './handlers/email/recoverEmailUpdate.ts'
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
import { listAllowedRedirectDomains } from './handlers/session/listAllowedRedirectDomains.ts'
import { readToken } from './handlers/session/readToken.ts'
import { refreshToken } from './handlers/session/refreshToken.ts'
import { verifyToken } from './handlers/session/verifyToken.ts'
import { sendQualificationSurvey } from './handlers/survey/sendQualificationSurvey.ts'

/** The handler of every call that has one, under the call's name. */
export const handlers: { readonly [N in CallName]?: Handler<N> } = {
  runtimeConfiguration,
  listCookies,
  listUserCookies,
  readProfile,
  listConnects,
  validateProfile,
  readToken,
  refreshToken,
  verifyToken,
  listAllowedRedirectDomains,
  identify,
  logIn,
  logInUser,
  logOut,
  verifyCaptcha,
  readCaptchaChallenge,
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
  sendQualificationSurvey,
  unblock,
}
