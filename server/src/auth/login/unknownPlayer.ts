import type { AuthContext } from '../handler.ts'
import { refuse } from '../../platform/apiError.ts'

/**
 * Refuses an unknown name or id. After too many of them from one address it refuses with
 * ERROR_TOO_MANY_ATTEMPTS, so that a visitor cannot collect existing names.
 */
export async function refuseUnknownPlayer(
  {
    deployment,
    services,
    clientContext,
  }: Pick<AuthContext<never>, 'deployment' | 'services' | 'clientContext'>,
  code: 'ERROR_USER_UNKNOWN' | 'ERROR_USER_NOT_EXISTS',
): Promise<never> {
  const admission = await services.rateLimiter.consume(
    deployment,
    'unknownPlayers',
    clientContext.address,
  )
  throw admission.isAdmitted ? refuse(code) : refuse('ERROR_TOO_MANY_ATTEMPTS', admission)
}
