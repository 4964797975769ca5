import type { Provider } from 'oidc-provider'
import type { Deployment } from '../tenants/deployments.ts'
import { createProvider } from './createProvider.ts'
import { openBackchannelLogout } from './clients/backchannelLogout.ts'
import { signingKeysOf } from './keys/signingKeys.ts'
import { signingAlgorithmsOf } from './keys/signingAlgorithmsOf.ts'
import type { Oidc, OidcMaterials } from './provider/oidcServices.ts'

/** Seconds for which a provider keeps its signing keys. */
const keysFor = 60

interface Kept {
  readonly provider: Provider
  readonly kids: string
  readonly checkedAt: number
}

/** Opens single sign-on for all deployments. */
export async function createOidc(materials: OidcMaterials): Promise<Oidc> {
  const { clock } = materials
  const kept = new WeakMap<Deployment, Kept>()
  const underWay = new WeakMap<Deployment, Promise<Kept>>()

  async function refresh(deployment: Deployment): Promise<Kept> {
    const keys = await signingKeysOf(materials, deployment.name, signingAlgorithmsOf(deployment))
    const kids = keys.map(({ kid }) => kid).join(' ')
    const known = kept.get(deployment)
    const provider =
      known?.kids === kids ? known.provider : createProvider(materials, deployment, keys)
    const fresh = { provider, kids, checkedAt: clock.now().getTime() }
    kept.set(deployment, fresh)
    return fresh
  }

  /** Requests of one moment share it: making a key takes long. */
  function refreshed(deployment: Deployment): Promise<Kept> {
    const shared =
      underWay.get(deployment) ?? refresh(deployment).finally(() => underWay.delete(deployment))
    underWay.set(deployment, shared)
    return shared
  }

  async function providerOf(deployment: Deployment): Promise<Provider> {
    const known = kept.get(deployment)
    const age = clock.now().getTime() - (known?.checkedAt ?? Number.NEGATIVE_INFINITY)
    if (known && age < keysFor * 1000) return known.provider
    return (await refreshed(deployment)).provider
  }

  return { providerOf, backchannelLogout: await openBackchannelLogout(materials, providerOf) }
}
