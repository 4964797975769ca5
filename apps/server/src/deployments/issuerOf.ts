import { providerPath } from '@gatehouse/contract/routes'
import type { Deployment } from './deployments.ts'

/** The issuer of a deployment's OpenID provider; only with it does a `sub` identify a player. */
export function issuerOf({ origin }: Deployment): string {
  return `${origin}${providerPath}`
}
