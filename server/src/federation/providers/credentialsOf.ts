import type { ConnectionCredentials, Deployment } from '../../tenants/deployments.ts'

/**
 * With what a deployment is known to a service; throws for a service that it is not set up for,
 * which whoever asks has to know before.
 */
export function credentialsOf<N extends keyof ConnectionCredentials>(
  deployment: Deployment,
  service: N,
): NonNullable<ConnectionCredentials[N]> {
  const credentials = deployment.connections[service]
  if (!credentials) throw new Error(`${deployment.name}: connections.${service} is missing.`)
  return credentials
}
