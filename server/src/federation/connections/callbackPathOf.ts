import { camelCase } from '@gatehouse/contract/identityProviderNames'
import type { IdentityProviderName } from '@gatehouse/contract/identityProviders'
import { type Path, paths } from '@gatehouse/contract/routes'

/** The one screen of the portal that a service may send the browser back to. */
export function callbackPathOf(service: IdentityProviderName): Path {
  return paths[`${camelCase(service)}Callback`]
}
