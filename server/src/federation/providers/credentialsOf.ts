import { camelCase, type CamelCase } from '@gatehouse/contract/identityProviderNames'
import type { IdentityProviderName } from '@gatehouse/contract/identityProviders'
import type { ConnectionCredentials, Deployment } from '../../tenants/deployments.ts'

/**
 * The credentials of a deployment at a service. Throws for a service without any: the caller has to
 * check that first.
 */
export function credentialsOf<N extends IdentityProviderName | 'redeemer'>(
  deployment: Deployment,
  service: N,
): NonNullable<ConnectionCredentials[CamelCase<N>]> {
  const credentials = deployment.connections[camelCase(service)]
  if (!credentials) throw new Error(`${deployment.name}: connections.${service} is missing.`)
  return credentials
}
