import { type IdentityProviderName, identityProviders } from './identityProviders.ts'

/**
 * The canonical names of the identity providers, in the order of their ids. Browsers load the names alone:
 * the portal's build writes them in place of the table.
 */
export const identityProviderNames = Object.keys(
  identityProviders,
) as readonly IdentityProviderName[]
