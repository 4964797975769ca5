import {
  type IdentityProvider,
  type IdentityProviderName,
  identityProviders,
} from './identityProviders.ts'

/** The canonical names of the services that players link, in the order of their ids. */
export const identityProviderNames = Object.keys(
  identityProviders,
) as readonly IdentityProviderName[]

/** A canonical name as names of calls, of paths and of credentials begin: without hyphens, each further word with a capital. */
export type CamelCase<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name

export function camelCase<Name extends string>(name: Name): CamelCase<Name> {
  return name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase()) as CamelCase<Name>
}

/** The row of a service with every column, also those that few services have. */
export function identityProviderOf(name: IdentityProviderName): IdentityProvider {
  return identityProviders[name]
}
