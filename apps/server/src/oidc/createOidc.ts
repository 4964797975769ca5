import type { Provider } from 'oidc-provider'
import { after } from '../platform/clock.ts'
import type { Deployment } from '../deployments/deployments.ts'
import { createProvider } from './createProvider.ts'
import { openBackchannelLogout } from './clients/backchannelLogout.ts'
import { ClientRefusals } from './clients/clientRefusals.ts'
import { signingKeysOf } from './keys/signingKeys.ts'
import type { Oidc, ProviderMaterials } from './provider/oidcServices.ts'
import { signingAlgorithmsOf } from './provider/features.ts'

/** Seconds for which a provider keeps its signing keys. */
const keysFor = 60

interface Kept {
  readonly provider: Provider
  readonly kids: string
  readonly until: Date
}

/** Opens single sign-on for all deployments. */
export async function createOidc(materials: Omit<ProviderMaterials, 'refusals'>): Promise<Oidc> {
  const { clock } = materials
  const refusals = new ClientRefusals(materials)
  const kept = new WeakMap<Deployment, Kept>()
  const underWay = new WeakMap<Deployment, Promise<Provider>>()

  async function refresh(deployment: Deployment): Promise<Provider> {
    const keys = await signingKeysOf(materials, deployment.name, signingAlgorithmsOf(deployment))
    const kids = keys.map(({ kid }) => kid).join(' ')
    const known = kept.get(deployment)
    const provider =
      known?.kids === kids
        ? known.provider
        : createProvider({ ...materials, refusals }, deployment, keys)
    kept.set(deployment, { provider, kids, until: after(clock.now(), keysFor) })
    return provider
  }

  async function providerOf(deployment: Deployment): Promise<Provider> {
    const known = kept.get(deployment)
    if (known && clock.now() < known.until) return known.provider
    // Requests of one moment share a refresh: making a key takes long.
    const shared =
      underWay.get(deployment) ?? refresh(deployment).finally(() => underWay.delete(deployment))
    underWay.set(deployment, shared)
    return shared
  }

  return {
    providerOf,
    refusals,
    backchannelLogout: await openBackchannelLogout(materials, providerOf),
  }
}
