import { identityProviderNames } from '@gatehouse/contract/identityProviderNames'
import type { IdentityProviderName } from '@gatehouse/contract/identityProviders'
import { providerAddressNames, type Settings } from '../../platform/config/settings.ts'
import type { ConnectionProvider, CreateProvider, ProviderMaterials } from './connectionProvider.ts'
import { createRedeemer } from './redeemer.ts'
import { plainOriginOf } from './accounts.ts'

/** Loaded by the names of the contract's rows: a new service needs only a row and a folder. */
const factories = await Promise.all(
  identityProviderNames.map(async (name) => {
    const { createProvider } = (await import(`./${name}/${name}.ts`)) as {
      readonly createProvider: CreateProvider
    }
    return [name, createProvider] as const
  }),
)

export type Connections = ReturnType<typeof createConnections>

/** The services that verify accounts of players. */
export function createConnections(materials: ProviderMaterials) {
  const providers = factories.map(([name, createProvider]) => [name, createProvider(materials)])
  return {
    providers: Object.fromEntries(providers) as Record<IdentityProviderName, ConnectionProvider>,
    redeemer: createRedeemer(),
  }
}

/** The origins of stand-ins, whose avatars have no TLS; avatars of real services have. */
export function avatarOriginsOf(
  settings: Pick<Settings, (typeof providerAddressNames)[number]>,
): readonly string[] {
  return [...new Set(providerAddressNames.flatMap((name) => plainOriginOf(settings[name]) ?? []))]
}
