import { readCaptchaChallenge } from './captcha/readCaptchaChallenge.ts'
import { verifyCaptcha } from './captcha/verifyCaptcha.ts'
import { identify } from './login/identify.ts'
import { logIn } from './login/logIn.ts'
import { logInUser } from './login/logInUser.ts'
import { logOut } from './login/logOut.ts'
import { readLastLogIn } from './login/readLastLogIn.ts'
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
  ...passkeyCalls,
  identify,
  listAllowedRedirectDomains,
  logIn,
  logInUser,
  logOut,
  readCaptchaChallenge,
  readLastLogIn,
  readToken,
  refreshToken,
  resetPassword,
  validatePassword,
  verifyCaptcha,
  verifyToken,
}
