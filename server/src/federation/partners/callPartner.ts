import type { Deployment } from '../../tenants/deployments.ts'
import { PartnerFault } from './partnerError.ts'
import type { Refusal } from '../../platform/apiError.ts'
import type { Services } from '../../services.ts'

/** Asks a partner something; when that fails, operators read why and the visitor is refused. */
export async function askPartner<T>(
  { deployment, services }: { readonly deployment: Deployment; readonly services: Services },
  ask: () => Promise<T>,
  refusal: () => Refusal,
): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof PartnerFault)) throw error
    services.log.warn({ deployment: deployment.name, reason: error.message }, 'partner')
    throw refusal()
  }
}
