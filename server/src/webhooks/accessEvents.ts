import type { CredentialChange, CredentialKind } from '../database/schema/values.ts'
import type { Executor } from '../database/schema/executor.ts'
import type { Deployment } from '../tenants/deployments.ts'
import type { AccountEvents } from './accountEvents.ts'

interface Changed {
  readonly playerId: number
  readonly kind: CredentialKind
  readonly change: CredentialChange
}

/** Notifies the studio's own clients of another password, or of a factor that is added or gone. */
export function publishCredentials(
  { events }: { readonly events: AccountEvents },
  transaction: Executor,
  deployment: Deployment,
  { playerId, kind, change }: Changed,
): Promise<void> {
  const event = { type: 'account.credentials_changed', playerId, kind, change } as const
  return events.publish(transaction, deployment, event)
}

/** Notifies clients that a player's sessions have ended, except perhaps the one that ended them. */
export function publishSessionsRevoked(
  { events }: { readonly events: AccountEvents },
  transaction: Executor,
  deployment: Deployment,
  playerId: number,
): Promise<void> {
  return events.publish(transaction, deployment, { type: 'account.sessions_revoked', playerId })
}
