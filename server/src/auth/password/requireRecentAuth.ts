import { lifetimes } from '@gatehouse/contract/limits'
import { after } from '../../platform/clock.ts'
import type { AccessTokenFound } from '../../database/auth/sessions.ts'
import type { AuthServices } from '../authServices.ts'

/**
 * Whether the password, or the partner, proved the caller in this very session at most 15 minutes
 * ago. Whatever a stolen session must not do asks this and refuses
 * ERROR_REAUTHENTICATION_REQUIRED; a log-in and `password/validate` prove anew.
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
