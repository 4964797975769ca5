import { CommandRefusedError } from './commandRefusedError.ts'
import type { Deployment, Deployments } from '../tenants/deployments.ts'

/** The deployment that an operator means; throws a CommandRefused that names those that there are. */
export function deploymentNamed(
  { deployments }: { readonly deployments: Deployments },
  name: string,
): Deployment {
  const found = deployments.byName(name)
  if (found) return found
  const names = deployments.all.map((deployment) => deployment.name).join(', ')
  throw new CommandRefusedError(`There is no deployment ${name}, but ${names}.`)
}
