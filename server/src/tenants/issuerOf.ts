import { providerPath } from '@gatehouse/contract/routes'
import type { Deployment } from './deployments.ts'

/** What the OpenID provider of a deployment calls itself; with it a `sub` is somebody. */
export function issuerOf({ origin }: Deployment): string {
  return `${origin}${providerPath}`
}
