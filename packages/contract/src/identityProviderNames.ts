import {
  type IdentityProvider,
  type IdentityProviderName,
  identityProviders,
} from './identityProviders.ts'

/** The canonical names of the identity providers, in the order of their ids. */
export const identityProviderNames = Object.keys(
  identityProviders,
) as readonly IdentityProviderName[]

/** A canonical name in camel case, as names of calls, of paths and of credentials begin. */
export type CamelCase<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name

export function camelCase<Name extends string>(name: Name): CamelCase<Name> {
  return name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase()) as CamelCase<Name>
}

/** The row of an identity provider with every column, also the rare ones. */
export function identityProviderOf(name: IdentityProviderName): IdentityProvider {
  return identityProviders[name]
}
