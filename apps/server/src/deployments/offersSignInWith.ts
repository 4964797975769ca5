import { camelCase, signInServicesOf } from '@gatehouse/contract/identityProviderNames'
import type { IdentityProviderName } from '@gatehouse/contract/identityProviders'
import type { Deployment } from './deployments.ts'

/**
 * Returns whether players log in with a service here. The service itself has to verify them: what a
 * redeemer says is bound to no browser.
 */
export function offersSignInWith(
  { rules, configuration, connections }: Deployment,
  service: IdentityProviderName,
): boolean {
  if (!rules.offersServiceSignIn || connections[camelCase(service)] === undefined) return false
  return signInServicesOf(configuration).includes(service)
}
