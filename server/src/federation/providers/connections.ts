import { identityProviderNames } from '@gatehouse/contract/identityProviderNames'
import type { IdentityProviderName } from '@gatehouse/contract/identityProviders'
import { providerAddressNames } from '../../platform/config/providerAddresses.ts'
import type { Settings } from '../../platform/config/settings.ts'
import { plainOriginOf } from './avatarOf.ts'
import type { ConnectionProvider, CreateProvider, ProviderMaterials } from './connectionProvider.ts'
import { createRedeemer, type Redeemer } from './redeemer.ts'

/** The services that stand for accounts of players. */
export interface Connections {
  readonly providers: Readonly<Record<IdentityProviderName, ConnectionProvider>>
  readonly redeemer: Redeemer
}

/** The folders are named by the rows of the contract: a new service is known by its row alone. */
const makers = await Promise.all(
  identityProviderNames.map(async (name) => {
    const { createProvider } = (await import(`./${name}/${name}.ts`)) as {
      readonly createProvider: CreateProvider
    }
    return [name, createProvider] as const
  }),
)

export function createConnections(materials: ProviderMaterials): Connections {
  const providers = makers.map(([name, createProvider]) => [name, createProvider(materials)])
  return {
    providers: Object.fromEntries(providers) as Connections['providers'],
    redeemer: createRedeemer(),
  }
}

/** Where avatars of stand-ins are; real services have theirs behind TLS, on any host. */
export function avatarOriginsOf(
  settings: Pick<Settings, (typeof providerAddressNames)[number]>,
): readonly string[] {
  return [...new Set(providerAddressNames.flatMap((name) => plainOriginOf(settings[name]) ?? []))]
}
