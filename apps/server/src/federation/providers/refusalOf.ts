import type { CanonicalName } from '@gatehouse/contract/entities'
import type { IdentityProvider } from '@gatehouse/contract/identityProviders'
import type { Deployment } from '../../deployments/deployments.ts'
import { refuse } from '../../platform/apiError.ts'
import { UnreachableError } from '../../platform/http-client/outbound.ts'
import { type EventLog, logEvent } from '../../platform/observability/events.ts'
import { NotVerifiedError } from './connectionProvider.ts'

interface Context {
  readonly deployment: Pick<Deployment, 'name'>
  readonly services: { readonly log: EventLog }
  readonly report: (event: 'connection.refused') => void
}

/** Logs a service's failure and answers its refusal by these codes; answers any other error unchanged. */
export function refusalOf(
  { deployment, services, report }: Context,
  service: CanonicalName,
  { notVerified, unreachable }: Pick<IdentityProvider, 'notVerified' | 'unreachable'>,
  error: unknown,
): unknown {
  const about = { provider: service, deployment: deployment.name }
  if (error instanceof NotVerifiedError) {
    logEvent(services.log, 'connection.not_verified', { ...about, reason: error.message })
    report('connection.refused')
    return refuse(notVerified)
  }
  if (!(error instanceof UnreachableError)) return error
  // The messages alone are logged: other properties of an error may hold codes and tokens.
  const { cause, message } = error
  const reason = cause instanceof Error ? `${message} ${cause.message}` : message
  logEvent(services.log, 'identity_provider.unreachable', { ...about, reason })
  return refuse(unreachable)
}
