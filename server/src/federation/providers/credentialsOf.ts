import { camelCase, type CamelCase } from '@gatehouse/contract/identityProviderNames'
import type { IdentityProviderName } from '@gatehouse/contract/identityProviders'
import type { ConnectionCredentials, Deployment } from '../../tenants/deployments.ts'

/**
 * With what a deployment is known to a service; throws for a service that it is not set up for,
 * which the caller has to know before.
 */
export function credentialsOf<N extends IdentityProviderName | 'redeemer'>(
  deployment: Deployment,
  service: N,
): NonNullable<ConnectionCredentials[CamelCase<N>]> {
  const credentials = deployment.connections[camelCase(service)]
  if (!credentials) throw new Error(`${deployment.name}: connections.${service} is missing.`)
  return credentials
}
