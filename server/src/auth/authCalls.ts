import { readCaptchaChallenge } from './captcha/readCaptchaChallenge.ts'
import { verifyCaptcha } from './captcha/verifyCaptcha.ts'
import { factorCalls } from './second-factor/factorCalls.ts'
import { identify } from './login/identify.ts'
import { logIn } from './login/logIn.ts'
import { logInUser } from './login/logInUser.ts'
import { logOut } from './login/logOut.ts'
import { readLastLogIn } from './login/readLastLogIn.ts'
import { askSafetyLink } from './account-protection/askSafetyLink.ts'
import { endDevice, endOtherDevices, listDevices } from './account-protection/devices.ts'
import { freeze } from './account-protection/freeze.ts'
import { listActivity } from './account-protection/listActivity.ts'
import { readSecurity } from './account-protection/readSecurity.ts'
import {
  actOnSafetyLink,
  readSafetyLink,
  safetyProofOptions,
} from './account-protection/safetyLinks.ts'
import { passkeyCalls } from './passkeys/passkeyCalls.ts'
import { resetPassword } from './password/resetPassword.ts'
import { validatePassword } from './password/validatePassword.ts'
import {
  listAllowedRedirectDomains,
  readToken,
  refreshToken,
  verifyToken,
} from './session/tokens.ts'

export const authCalls = {
  ...factorCalls,
  actOnSafetyLink,
  askSafetyLink,
  endDevice,
  endOtherDevices,
  freeze,
  ...passkeyCalls,
  identify,
  listActivity,
  listAllowedRedirectDomains,
  listDevices,
  logIn,
  logInUser,
  logOut,
  readCaptchaChallenge,
  readLastLogIn,
  readSafetyLink,
  readSecurity,
  readToken,
  refreshToken,
  resetPassword,
  safetyProofOptions,
  validatePassword,
  verifyCaptcha,
  verifyToken,
}
