import { lifetimes } from '@gatehouse/contract/limits'
import { after } from '../../platform/clock.ts'
import type { AccessTokenFound } from '../../database/auth/sessions.ts'
import type { AuthServices } from '../services/authServices.ts'

/**
 * Returns whether the password, or the partner, authenticated the caller in this very session at
 * most 15 minutes ago. Every act that a stolen session must not allow requires this and refuses
 * with ERROR_REAUTHENTICATION_REQUIRED; a log-in and `password/validate` re-authenticate.
 */
export function hasRecentAuth({
  caller,
  services,
}: {
  readonly caller: AccessTokenFound
  readonly services: Pick<AuthServices, 'clock'>
}): boolean {
  return caller.authenticated_at >= after(services.clock.now(), -lifetimes.reauthentication)
}
