import type { AccountContext } from '../handler.ts'
import { refuse } from '../../platform/apiError.ts'

/**
 * Refuses an unknown link of a change of address. After too many of them from one address it
 * refuses with ERROR_TOO_MANY_ATTEMPTS, so that an attacker cannot try tokens.
 */
export async function refuseUnknownLink({
  deployment,
  services,
  clientContext,
}: Pick<AccountContext<never>, 'deployment' | 'services' | 'clientContext'>): Promise<never> {
  const admission = await services.rateLimiter.consume(
    deployment,
    'unknownLinks',
    clientContext.address,
  )
  throw admission.isAdmitted
    ? refuse('ERROR_EMAIL_RECOVERY_NOTEXISTS')
    : refuse('ERROR_TOO_MANY_ATTEMPTS', admission)
}
