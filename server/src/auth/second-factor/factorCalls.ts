import { confirmAuthenticator, removeAuthenticator, startAuthenticator } from './authenticators.ts'
import { proofOptions, prove } from './prove.ts'
import { secondStep, secondStepOptions } from './secondStep.ts'
import { forgetBrowser, makeRecoveryCodes, setTwoStep } from './twoStep.ts'

export const factorCalls = {
  confirmAuthenticator,
  forgetBrowser,
  makeRecoveryCodes,
  proofOptions,
  prove,
  removeAuthenticator,
  secondStep,
  secondStepOptions,
  setTwoStep,
  startAuthenticator,
}
