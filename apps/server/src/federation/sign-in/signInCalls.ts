import { handler } from '../federationServices.ts'

/** The calls by which an account of a service is a way in. No deployment has them yet. */
export const signInCalls = {
  serviceLogInUrl: handler('serviceLogInUrl', ({ refuse }) =>
    Promise.reject(refuse('ERROR_NOT_ALLOWED')),
  ),
  serviceLogIn: handler('serviceLogIn', ({ refuse }) =>
    Promise.reject(refuse('ERROR_NOT_ALLOWED')),
  ),
  registerWithService: handler('registerWithService', ({ refuse }) =>
    Promise.reject(refuse('ERROR_NOT_ALLOWED')),
  ),
  joinService: handler('joinService', ({ refuse }) => Promise.reject(refuse('ERROR_NOT_ALLOWED'))),
  moveLink: handler('moveLink', ({ refuse }) => Promise.reject(refuse('ERROR_NOT_ALLOWED'))),
  stopLinkMove: handler('stopLinkMove', ({ refuse }) =>
    Promise.reject(refuse('ERROR_NOT_ALLOWED')),
  ),
  setServiceSignIn: handler('setServiceSignIn', ({ refuse }) =>
    Promise.reject(refuse('ERROR_NOT_ALLOWED')),
  ),
  serviceProofUrl: handler('serviceProofUrl', ({ refuse }) =>
    Promise.reject(refuse('ERROR_NOT_ALLOWED')),
  ),
  proveByService: handler('proveByService', ({ refuse }) =>
    Promise.reject(refuse('ERROR_NOT_ALLOWED')),
  ),
}
