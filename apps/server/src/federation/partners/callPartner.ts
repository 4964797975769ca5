import type { CallName } from '@gatehouse/contract/calls'
import type { ApiError } from '../../platform/apiError.ts'
import { logEvent } from '../../platform/observability/events.ts'
import type { FederationContext } from '../federationServices.ts'

/** Calls a partner; a failure is logged with its reason, and the call is refused. */
export async function callPartner<T>(
  { deployment, services }: Pick<FederationContext<CallName>, 'deployment' | 'services'>,
  ask: () => Promise<T>,
  refusal: () => ApiError,
): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    const about = { deployment: deployment.name, reason: reasonOf(error) }
    logEvent(services.log, 'partner.unreachable', about)
    throw refusal()
  }
}

/** Names and messages of an error and its causes alone: its other properties may be secret. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const own = `${error.name}: ${error.message}`
  return error.cause instanceof Error ? `${own} (${reasonOf(error.cause)})` : own
}
