import { readCaptchaChallenge } from './captcha/readCaptchaChallenge.ts'
import { verifyCaptcha } from './captcha/verifyCaptcha.ts'
import { factorCalls } from './factors/factorCalls.ts'
import { identify } from './login/identify.ts'
import { logIn } from './login/logIn.ts'
import { logInUser } from './login/logInUser.ts'
import { logOut } from './login/logOut.ts'
import { readLastLogIn } from './login/readLastLogIn.ts'
import { askSafetyLink } from './security/askSafetyLink.ts'
import { endDevice, endOtherDevices, listDevices } from './security/devices.ts'
import { freeze } from './security/freeze.ts'
import { listActivity } from './security/listActivity.ts'
import { readSecurity } from './security/readSecurity.ts'
import { actOnSafetyLink, readSafetyLink, safetyProofOptions } from './security/safetyLinks.ts'
import { passkeyCalls } from './passkeys/passkeyCalls.ts'
import { resetPassword } from './verification/resetPassword.ts'
import { validatePassword } from './verification/validatePassword.ts'
import {
  listAllowedRedirectDomains,
  readToken,
  refreshToken,
  verifyToken,
} from './tokens/tokens.ts'

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
