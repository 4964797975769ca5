import { identityProviderNames } from './identityProviderKeys.ts'
import type { IdentityProviderName } from './identityProviders.ts'

export { identityProviderNames }

/** A canonical name in camel case, as names of calls, of paths and of credentials begin. */
export type CamelCase<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name

export function camelCase<Name extends string>(name: Name): CamelCase<Name> {
  return name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase()) as CamelCase<Name>
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
  return identityProviderNames.some((one) => one === name)
}

/** Where a service sends the browser back to after a sign-in with it: a screen of the portal. */
export function signInCallbackPathOf<N extends IdentityProviderName>(name: N) {
  return `/login/callback/${name}` as const
}
