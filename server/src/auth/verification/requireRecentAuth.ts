import { lifetimes } from '@gatehouse/contract/limits'
import { after } from '../../platform/clock.ts'
import type { AccessTokenFound } from '../../database/auth/sessions.ts'
import type { Deployment } from '../../tenants/deployments.ts'
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

/**
 * Returns whether the deployment asks for a recent authentication before an act, and the caller has
 * none. The specification asks for none before these acts.
 */
export function lacksProof(
  context: Parameters<typeof hasRecentAuth>[0] & { readonly deployment: Deployment },
  act: Deployment['reauthenticateFor'][number],
): boolean {
  return context.deployment.reauthenticateFor.includes(act) && !hasRecentAuth(context)
}
