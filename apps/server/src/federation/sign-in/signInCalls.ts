import { joinService } from './joinService.ts'
import { serviceLogIn, serviceLogInUrl } from './logInWithService.ts'
import { moveLink, stopLinkMove } from './moveLink.ts'
import { proveByService, serviceProofUrl } from './proveByService.ts'
import { addRecoveryService, recoveryServiceUrl } from './recoverByService.ts'
import { registerWithService } from './registerWithService.ts'
import { setServiceSignIn } from './setServiceSignIn.ts'

/** The calls by which an account of a service is a way in. */
export const signInCalls = {
  addRecoveryService,
  joinService,
  moveLink,
  proveByService,
  recoveryServiceUrl,
  registerWithService,
  serviceLogIn,
  serviceLogInUrl,
  serviceProofUrl,
  setServiceSignIn,
  stopLinkMove,
}
