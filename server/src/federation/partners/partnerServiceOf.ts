import { findPartnerIdentity } from '../../database/federation/partnerPlayers.ts'
import type { AccessTokenFound } from '../../database/auth/sessions.ts'
import type { Deployment } from '../../tenants/deployments.ts'
import type { PartnerService } from '../partner-protocol/partnerService.ts'
import type { FederationServices } from '../federationServices.ts'

interface Asking {
  readonly deployment: Deployment
  readonly services: FederationServices
  readonly caller: AccessTokenFound
}

/**
 * The service of the caller's partner, and the caller's subject there. Null without a partner, for
 * another partner than the slug's, and for a partner without a service.
 */
export async function partnerServiceOf(
  { deployment, services, caller }: Asking,
  slug?: string,
): Promise<{ readonly service: PartnerService; readonly subject: string } | null> {
  const { kysely } = services.database
  const identity = await findPartnerIdentity(kysely, deployment.name, caller.player_id)
  if (!identity || (slug !== undefined && slug.toLowerCase() !== identity.partner)) return null
  const service = services.partners.bySlug(deployment, identity.partner)?.provider.service
  return service ? { service, subject: identity.subject } : null
}
