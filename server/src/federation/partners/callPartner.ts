import type { Deployment } from '../../tenants/deployments.ts'
import { PartnerError } from './partnerError.ts'
import type { ApiError } from '../../platform/apiError.ts'
import type { Services } from '../../services.ts'

/** Asks a partner something; when that fails, operators read why and the visitor is refused. */
export async function callPartner<T>(
  { deployment, services }: { readonly deployment: Deployment; readonly services: Services },
  ask: () => Promise<T>,
  refusal: () => ApiError,
): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof PartnerError)) throw error
    services.log.warn({ deployment: deployment.name, reason: error.message }, 'partner')
    throw refusal()
  }
}
