import { partnerSlug } from '@gatehouse/contract/display'
import type { Deployment, PartnerConfiguration } from '../../tenants/deployments.ts'
import { createPartner, type PartnerProvider } from './partnerProvider.ts'
import type { Clock } from '../../platform/clock.ts'

/** A partner of a deployment that is switched on. */
export interface Partner {
  readonly slug: string
  readonly provider: PartnerProvider
}

/** The partners of every deployment that are switched on. */
export interface Partners {
  /** Finds a partner by its slug, in any case of letters. */
  readonly bySlug: (deployment: Deployment, slug: string) => Partner | null
  /** The partner that has the deployment's log-in page; null where the deployment has its own. */
  readonly ownOf: (deployment: Deployment) => Partner | null
  /** Finds a partner by the name that an account keeps. */
  readonly byName: (deployment: Deployment, name: string) => Partner | null
  readonly slugsOf: (deployment: Deployment) => readonly string[]
}

export function createPartners(clock: Clock): Partners {
  const providers = new WeakMap<PartnerConfiguration, PartnerProvider>()

  function bySlug(deployment: Deployment, given: string): Partner | null {
    const slug = given.toLowerCase()
    const configuration = deployment.partners.get(slug)
    if (configuration?.enabled !== true) return null
    const provider =
      providers.get(configuration) ??
      createPartner(configuration, deployment.rules.isProduction, clock)
    providers.set(configuration, provider)
    return { slug, provider }
  }

  return {
    bySlug,
    ownOf(deployment) {
      if (deployment.rules.signIn !== 'by-partner') return null
      return bySlug(deployment, partnerSlug(deployment.configuration.PartnerName))
    },
    byName(deployment, name) {
      const named = [...deployment.partners].find(
        ([, partner]) => partner.name.toLowerCase() === name.toLowerCase(),
      )
      return named ? bySlug(deployment, named[0]) : null
    },
    slugsOf: ({ partners }) =>
      [...partners].filter(([, partner]) => partner.enabled).map(([slug]) => slug),
  }
}
