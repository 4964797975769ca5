import { readCaptchaChallenge } from './abuse/readCaptchaChallenge.ts'
import { verifyCaptcha } from './abuse/verifyCaptcha.ts'
import { identify } from './login/identify.ts'
import { logIn } from './login/logIn.ts'
import { logInUser } from './login/logInUser.ts'
import { logOut } from './login/logOut.ts'
import { resetPassword } from './password/resetPassword.ts'
import { validatePassword } from './password/validatePassword.ts'
import {
  listAllowedRedirectDomains,
  readToken,
  refreshToken,
  verifyToken,
} from './session/tokens.ts'

export const authCalls = {
  identify,
  listAllowedRedirectDomains,
  logIn,
  logInUser,
  logOut,
  readCaptchaChallenge,
  readToken,
  refreshToken,
  resetPassword,
  validatePassword,
  verifyCaptcha,
  verifyToken,
}
