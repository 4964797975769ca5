import type { CanonicalName } from '@gatehouse/contract/entities'
import { camelCase } from '@gatehouse/contract/identityProviderNames'
import { identityProviderOf } from '@gatehouse/contract/identityProviderRow'
import type { IdentityProviderName } from '@gatehouse/contract/identityProviders'
import type { Deployment } from '../../deployments/deployments.ts'
import { findById } from '../../database/accounts/players.ts'
import { refuse } from '../../platform/apiError.ts'
import type { LinkingContext } from '../federationServices.ts'

/**
 * The party that verifies an account: the service itself, the game publisher's redeemer, or the
 * service of the partner that signs in the deployment's players.
 */
type LinkMethod = 'provider' | 'redeemer' | 'partner-service'

/**
 * The method by which a deployment links accounts of a service; null without one. The portal then has
 * no control for it, and the server refuses. A service that an environment hides in the portal's list
 * can still be linked: only the list hides it.
 */
export function linkMethodOf(
  { rules, connections, partners }: Deployment,
  service: IdentityProviderName,
): LinkMethod | null {
  if (!rules.hasConnectionsSection) return null
  const { redeemer, partnerServiceRule } = identityProviderOf(service)
  if (partnerServiceRule && rules[partnerServiceRule] === 'by-partner-service') {
    const hasService = [...partners.values()].some((partner) => partner.service !== undefined)
    return hasService ? 'partner-service' : null
  }
  const own = connections[camelCase(service)] ? 'provider' : null
  if (!redeemer || !rules.usesGamePublisherRedeemer) return own
  const redeemed = connections.redeemer ? 'redeemer' : null
  return redeemer.isUsed === 'always' ? redeemed : (own ?? redeemed)
}

/**
 * Answers the method by which the caller may link an account of a service. Refuses a service that the
 * deployment has no credentials for, players whose address is not confirmed, and other methods than
 * those of the call.
 */
export async function authorizeLinking(
  { deployment, services, caller }: LinkingContext,
  service: CanonicalName,
  ...methods: LinkMethod[]
): Promise<LinkMethod> {
  const method = linkMethodOf(deployment, service)
  if (method === null) throw refuse('ERROR_NOT_ALLOWED')
  const { kysely } = services.database
  const player = await findById(kysely, deployment.name, caller.player_id)
  if (player?.confirmed_at === null) throw refuse('ERROR_USER_CONFIRMED')
  if (!methods.includes(method)) throw refuse('ERROR_NOT_ALLOWED')
  return method
}
