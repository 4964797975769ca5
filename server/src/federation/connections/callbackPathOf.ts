import { camelCase } from '@gatehouse/contract/identityProviderNames'
import type { IdentityProviderName } from '@gatehouse/contract/identityProviders'
import { type Path, paths } from '@gatehouse/contract/routes'

/** The only screen of the portal that a service may return the browser to. */
export function callbackPathOf(service: IdentityProviderName): Path {
  return paths[`${camelCase(service)}Callback`]
}
