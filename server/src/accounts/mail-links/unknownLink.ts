import type { CallContext } from '../../http/handler.ts'
import { refuse } from '../../platform/apiError.ts'

/**
 * Refuses the link of a change of address that leads nowhere: it is invalid, and after too many of
 * them from one address ERROR_TOO_MANY_ATTEMPTS, so that nobody can try tokens.
 */
export async function refuseUnknownLink({
  deployment,
  services,
  visitor,
}: Pick<CallContext<never>, 'deployment' | 'services' | 'visitor'>): Promise<never> {
  const admission = await services.rateLimiter.admit(deployment, 'unknownLinks', visitor.address)
  throw admission.isAdmitted
    ? refuse('ERROR_EMAIL_RECOVERY_NOTEXISTS')
    : refuse('ERROR_TOO_MANY_ATTEMPTS', admission)
}
