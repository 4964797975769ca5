import type { Connect } from './entities.ts'
import { identityProviderNames } from './identityProviderKeys.ts'
import {
  type IdentityProvider,
  type IdentityProviderName,
  type IdentityProviders,
  identityProviders,
} from './identityProviders.ts'

/* Reads the table of identity providers. A visitor's first screens need the names alone. */

/** The row of an identity provider with every column, also the rare ones. */
export function identityProviderOf(name: IdentityProviderName): IdentityProvider {
  return identityProviders[name]
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

/** Says whether a player can link and unlink a connection. The API's word overrides the row. */
export function isLinkable({
  CanonicalName,
  CanLink,
}: Pick<Connect, 'CanonicalName' | 'CanLink'>): boolean {
  return CanLink ?? identityProviderOf(CanonicalName).isRarelyLinked !== true
}
