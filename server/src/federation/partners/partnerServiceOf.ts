import { findPartnerIdentity } from '../../database/federation/partnerPlayers.ts'
import type { AccessTokenFound } from '../../database/auth/sessions.ts'
import type { Deployment } from '../../tenants/deployments.ts'
import type { PartnerService } from './partnerService.ts'
import type { FederationServices } from '../federationServices.ts'

interface Asking {
  readonly deployment: Deployment
  readonly services: FederationServices
  readonly caller: AccessTokenFound
}

/**
 * The service of the partner who proves the caller, and the partner's name of the caller; null when
 * nobody does, when it is another partner than the slug's, or when that one has no service.
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
