import {
  type IdentityProviderName,
  type IdentityProviders,
  identityProviders,
} from '@gatehouse/contract/identityProviders'
import * as z from 'zod'

/** An address of an outside service, without a slash at its end. */
const address = (usual: string) =>
  z
    .url({ protocol: /^https?$/ })
    .default(usual)
    .transform((url) => url.replace(/\/+$/, ''))

type AddressName = {
  [N in IdentityProviderName]: keyof IdentityProviders[N]['addresses']
}[IdentityProviderName]

/** The settings that say where the services are that players link. */
export const providerAddresses = Object.fromEntries(
  Object.values(identityProviders).flatMap(({ addresses }) =>
    Object.entries<readonly [string, string]>(addresses).map(([name, [url, about]]) => [
      name,
      address(url).describe(about),
    ]),
  ),
) as Readonly<Record<AddressName, ReturnType<typeof address>>>

export const providerAddressNames = Object.keys(providerAddresses) as readonly AddressName[]
