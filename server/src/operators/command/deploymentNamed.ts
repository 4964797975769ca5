import { CommandRefusedError } from './commandRefusedError.ts'
import type { Deployment, Deployments } from '../../tenants/deployments.ts'

/**
 * The deployment of an operator's order; throws a CommandRefusedError that names the existing ones.
 */
export function deploymentNamed(
  { deployments }: { readonly deployments: Deployments },
  name: string,
): Deployment {
  const found = deployments.byName(name)
  if (found) return found
  const names = deployments.all.map((deployment) => deployment.name).join(', ')
  throw new CommandRefusedError(`There is no deployment ${name}, but ${names}.`)
}
