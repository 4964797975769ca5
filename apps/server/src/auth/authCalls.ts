import { endDevice, endOtherDevices, listDevices } from './account-protection/devices.ts'
import { freeze } from './account-protection/freezeAccount.ts'
import { listActivity } from './account-protection/readActivity.ts'
import { openRecovery } from './account-protection/openRecovery.ts'
import { readSecurity } from './account-protection/readSecurity.ts'
import { addRecoveryProof, stopRecovery } from './account-protection/recoverByLink.ts'
import {
  actOnSafetyLink,
  askSafetyLink,
  readSafetyLink,
  safetyProofOptions,
} from './account-protection/actOnSafetyLink.ts'
import { readCaptchaChallenge, verifyCaptcha } from './captcha/captchaCalls.ts'
import { identify } from './login/identify.ts'
import { logIn, logInUser, readLastLogIn } from './login/logIn.ts'
import { logOut } from './login/logOut.ts'
import {
  addPasskey,
  passkeyOptions,
  removePasskey,
  renamePasskey,
} from './passkeys/changePasskeys.ts'
import { passkeyLogIn, passkeyLogInOptions } from './passkeys/logInWithPasskey.ts'
import { removePassword, resetPassword, validatePassword } from './password/changePassword.ts'
import {
  confirmAuthenticator,
  removeAuthenticator,
  startAuthenticator,
} from './second-factor/authenticators.ts'
import {
  forgetBrowser,
  keepRecoveryCodes,
  makeRecoveryCodes,
  setTwoStep,
} from './second-factor/changeFactors.ts'
import { sendEnrolmentCode } from './enrolment/enrolmentCode.ts'
import { proofOptions, prove } from './second-factor/prove.ts'
import { secondStep, secondStepOptions } from './second-factor/secondStep.ts'
import {
  listAllowedRedirectDomains,
  readToken,
  refreshToken,
  verifyToken,
} from './session/tokens.ts'

export const authCalls = {
  actOnSafetyLink,
  addPasskey,
  addRecoveryProof,
  askSafetyLink,
  confirmAuthenticator,
  endDevice,
  endOtherDevices,
  forgetBrowser,
  freeze,
  identify,
  listActivity,
  listAllowedRedirectDomains,
  listDevices,
  logIn,
  logInUser,
  logOut,
  makeRecoveryCodes,
  openRecovery,
  keepRecoveryCodes,
  passkeyLogIn,
  passkeyLogInOptions,
  passkeyOptions,
  proofOptions,
  prove,
  readCaptchaChallenge,
  readLastLogIn,
  readSafetyLink,
  readSecurity,
  readToken,
  refreshToken,
  removeAuthenticator,
  removePasskey,
  removePassword,
  renamePasskey,
  resetPassword,
  safetyProofOptions,
  secondStep,
  secondStepOptions,
  sendEnrolmentCode,
  setTwoStep,
  startAuthenticator,
  stopRecovery,
  validatePassword,
  verifyCaptcha,
  verifyToken,
}
