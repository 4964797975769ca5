import type { CanonicalName } from '@gatehouse/contract/entities'
import type { Deployment } from '../../tenants/deployments.ts'

/**
 * Through whom an account is linked: the service itself, the game publisher's redeemer, or the
 * service of the partner who proves the deployment's players.
 */
export type LinkMethod = 'provider' | 'redeemer' | 'partner-service'

/**
 * How a deployment links accounts of a service; null where it does not: the portal has no control
 * for it there, and the server refuses.
 */
export function linkMethodOf(deployment: Deployment, service: CanonicalName): LinkMethod | null {
  const { hasConnectionsSection, hiddenConnections } = deployment.rules
  const isShown = hasConnectionsSection && !hiddenConnections.includes(service)
  return isShown ? waysOf(deployment)[service] : null
}

function waysOf({
  rules: { steamLink, usesGamePublisherRedeemer },
  connections,
  partners,
}: Deployment): Readonly<Record<CanonicalName, LinkMethod | null>> {
  const redeemer = usesGamePublisherRedeemer && connections.redeemer ? 'redeemer' : null
  const hasService = [...partners.values()].some((partner) => partner.service !== undefined)
  const partnerService = hasService ? 'partner-service' : null
  return {
    // Steam needs no publisher: it is the redeemer's where the deployment has no key of its own.
    steam:
      steamLink === 'by-partner-service' ? partnerService : (own(connections.steam) ?? redeemer),
    twitch: own(connections.twitch),
    'epic-games': usesGamePublisherRedeemer ? redeemer : own(connections.epicGames),
    'game-pass': own(connections.gamePass),
  }
}

function own(credentials: object | undefined): 'provider' | null {
  return credentials ? 'provider' : null
}
