import type { CanonicalName } from '@gatehouse/contract/entities'
import type { Deployment } from '../deployments.ts'

/**
 * Through whom an account is linked: the service itself, the game publisher's redeemer, or the
 * service of the partner who proves the deployment's players.
 */
export type LinkWay = 'provider' | 'redeemer' | 'partner-service'

/**
 * How a deployment links accounts of a service; null where it does not: the portal has no control
 * for it there, and the server refuses.
 */
export function linkWayOf(deployment: Deployment, service: CanonicalName): LinkWay | null {
  const { rules, connections, partners } = deployment
  if (!rules.hasConnectionsSection || rules.hiddenConnections.includes(service)) return null
  const byProvider = (isSetUp: boolean): LinkWay | null => (isSetUp ? 'provider' : null)
  const redeemer = connections.redeemer === undefined ? null : 'redeemer'
  switch (service) {
    case 'steam':
      if (rules.steamLink === 'by-partner-service') {
        const hasService = [...partners.values()].some((partner) => partner.service !== undefined)
        return hasService ? 'partner-service' : null
      }
      // Steam needs no publisher; whoever has no key of their own leaves it to the redeemer.
      return connections.steam === undefined && rules.usesGamePublisherRedeemer
        ? redeemer
        : byProvider(connections.steam !== undefined)
    case 'epic-games':
      return rules.usesGamePublisherRedeemer
        ? redeemer
        : byProvider(connections.epicGames !== undefined)
    case 'twitch':
      return byProvider(connections.twitch !== undefined)
    case 'game-pass':
      return byProvider(connections.gamePass !== undefined)
  }
}
