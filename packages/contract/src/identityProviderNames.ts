import {
  type IdentityProvider,
  type IdentityProviderName,
  type IdentityProviders,
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

/** The services that players sign in with, in the order of their buttons. */
export function signInServicesOf({
  SignInWith,
}: {
  readonly SignInWith: string
}): readonly IdentityProviderName[] {
  const given = SignInWith.split(',').map((name) => name.trim())
  return given.filter((name): name is IdentityProviderName => isIdentityProvider(name))
}

export function isIdentityProvider(name: string): name is IdentityProviderName {
  return Object.hasOwn(identityProviders, name)
}

/** Where a service sends the browser back to after a sign-in with it: a screen of the portal. */
export function signInCallbackPathOf<N extends IdentityProviderName>(name: N) {
  return `/login/callback/${name}` as const
}

/** A service by whose tokens games sign their players in. */
export type GameService = {
  [N in IdentityProviderName]: IdentityProviders[N] extends { readonly gameToken: object }
    ? N
    : never
}[IdentityProviderName]

export const gameServices = identityProviderNames.filter(
  (name): name is GameService => identityProviderOf(name).gameToken !== undefined,
)

/** The service by the name that its players log in with. */
export function signInTitleOf(name: IdentityProviderName): string {
  const { title, accountTitle = title } = identityProviderOf(name)
  return accountTitle
}
