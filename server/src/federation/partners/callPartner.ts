import { logEvent } from '../../platform/observability/events.ts'
import type { Deployment } from '../../tenants/deployments.ts'
import { PartnerError } from '../partner-protocol/partnerError.ts'
import type { ApiError } from '../../platform/apiError.ts'
import type { FederationServices } from '../federationServices.ts'

/** Calls a partner; a failure is logged with its reason, and the call is refused. */
export async function callPartner<T>(
  {
    deployment,
    services,
  }: { readonly deployment: Deployment; readonly services: FederationServices },
  ask: () => Promise<T>,
  refusal: () => ApiError,
): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof PartnerError)) throw error
    const about = { deployment: deployment.name, reason: error.message }
    logEvent(services.log, 'partner.unreachable', about)
    throw refusal()
  }
}
